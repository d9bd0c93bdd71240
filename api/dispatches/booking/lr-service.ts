import { lr } from '../../../resources/dispatches/lr.ts'
import type { SavedLr } from '../../../resources/dispatches/lr-proposal.ts'
import { readId } from '../../derive/list/query.ts'
import { requireRight, restrict } from '../../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type Call, ResourceService } from '../../derive/service.ts'
import { notFound } from '../../platform/errors.ts'
import { runIdempotent } from '../../platform/idempotency.ts'
import { transact } from '../../platform/transact.ts'
import { bookLr } from './book-lr.ts'
import { correctLr } from './correct-lr.ts'
import { readCorrection } from './correction-input.ts'
import { readLrInput } from './lr-input.ts'

/** Lorry receipts over Feathers: read like every record, created over waiting invoices, and corrected with a reason. */
export class LrService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<StoredRow & Pick<SavedLr, 'shipmentNo'>> {
    requireRight(requirePerson(call), this.resource, 'create')
    const author = requireAuthor(call)
    const input = readLrInput(data)
    const { id, shipmentNo } = await runIdempotent(this.Model, call, 'lrs', data, trx =>
      bookLr(trx, input, call, author),
    )
    const row = await this.get(id, { ...call, query: {} })
    return { ...row, shipmentNo }
  }

  override async patch(id: unknown, data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = requirePerson(call)
    requireRight(person, this.resource, 'update')
    const author = requireAuthor(call)
    const known = readId(String(id))
    await transact(this.Model, async trx => {
      const own = rowsOf(trx, lr, rows => restrict(rows.where('lr.id', known ?? 0), trx, lr, person, 'update'))
      const [before] = await own
      if (!before) throw notFound()
      await correctLr(trx, before, readCorrection(data, before), call, author)
    })
    return this.get(known, { ...call, query: {} })
  }
}
