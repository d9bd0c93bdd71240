import type { Knex } from 'knex'
import { transporterBill } from '../../../resources/dispatches/bills/transporter-bill.ts'
import { readId } from '../../derive/list/query.ts'
import { requireRight, restrict } from '../../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type Call, ResourceService } from '../../derive/service.ts'
import { notFound } from '../../platform/errors.ts'
import { runIdempotent } from '../../platform/idempotency.ts'
import { transact } from '../../platform/transact.ts'
import { readBillCorrection, readBillInput } from './bill-input.ts'
import { correctBill } from './correct-bill.ts'
import { enterBill } from './enter-bill.ts'

/** Transporters' bills over Feathers: read like every record, entered with their LRs, and corrected with a reason. */
export class BillService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = requirePerson(call)
    requireRight(person, this.resource, 'create')
    const author = requireAuthor(call)
    const input = readBillInput(data)
    const enter = async (trx: Knex) => ({ id: (await enterBill(trx, input, person, author)).id })
    const { id } = await runIdempotent(this.Model, call, this.resource.path, data, enter, 'latest')
    return this.get(id, { ...call, query: {} })
  }
  override async patch(id: unknown, data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = requirePerson(call)
    requireRight(person, this.resource, 'create')
    const author = requireAuthor(call)
    const known = readId(String(id))
    await transact(this.Model, async trx => {
      const [before] = await rowsOf(trx, transporterBill, rows =>
        restrict(rows.where('transporter_bill.id', known ?? 0), trx, transporterBill, person, 'read'),
      )
      if (!before) throw notFound()
      await correctBill(trx, before, readBillCorrection(data), person, author)
    })
    return this.get(known, { ...call, query: {} })
  }
}
