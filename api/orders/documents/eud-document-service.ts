import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { type Call, ResourceService } from '../../derive/service.ts'
import { runIdempotent } from '../../platform/idempotency.ts'
import { submitDocument } from './submit-document.ts'

/** The service of end-user documents: they are submitted here and decided in the queue of the orders that need them. */
export class EudDocumentService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = requirePerson(call)
    const author = requireAuthor(call)
    const made = await runIdempotent(this.Model, call, 'eud-documents', data, trx =>
      submitDocument(trx, data, person, author),
    )
    return this.get(made.id, { ...call, query: {} })
  }
}
