import type { SavedLr } from '../../resources/dispatches/lr-proposal.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { type Call, ResourceService } from '../derive/service.ts'
import { runIdempotent } from '../platform/idempotency.ts'
import { bookLr } from './book-lr.ts'
import { readLrInput } from './lr-input.ts'

/** Lorry receipts over Feathers: read like every record, created over waiting invoices. */
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
}
