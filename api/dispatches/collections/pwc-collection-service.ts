import { requireRight } from '../../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { type Call, ResourceService } from '../../derive/service.ts'
import { runIdempotent } from '../../platform/idempotency.ts'
import { authoriseCollection } from './authorise.ts'

/** Collections over Feathers: read like every record, created by naming who collects. */
export class PwcCollectionService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = requirePerson(call)
    requireRight(person, this.resource, 'create')
    const author = requireAuthor(call)
    // The answer that is kept for a repeated key is the id alone: the number of the paper stands nowhere else.
    const { id } = await runIdempotent(this.Model, call, 'pwc-collections', data, async trx => ({
      id: (await authoriseCollection(trx, data, person, author)).id,
    }))
    return this.get(id, { ...call, query: {} })
  }
}
