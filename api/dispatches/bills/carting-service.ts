import type { Knex } from 'knex'
import { requireRight } from '../../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { type Call, ResourceService } from '../../derive/service.ts'
import { runIdempotent } from '../../platform/idempotency.ts'
import { readVoucherInput } from './carting-input.ts'
import { enterCarting } from './enter-carting.ts'

/** Carting over Feathers: read like every record, entered by the voucher; answers with its charges. */
export class CartingService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<StoredRow[]> {
    const person = requirePerson(call)
    requireRight(person, this.resource, 'create')
    const author = requireAuthor(call)
    const input = readVoucherInput(data)
    const enter = async (trx: Knex) => (await enterCarting(trx, input, person, author)).map(({ id }) => id)
    const ids = await runIdempotent(this.Model, call, this.resource.path, data, enter, 'latest')
    const { data: rows } = await this.find({
      ...call,
      query: { id: { $in: ids }, $sort: { id: 1 }, $limit: ids.length },
    })
    return rows
  }
}
