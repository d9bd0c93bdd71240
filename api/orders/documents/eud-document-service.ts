import { needAuthor, needPerson } from '../../derive/rights/need-person.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { type Call, ResourceService } from '../../derive/service.ts'
import { once } from '../../platform/idempotency.ts'
import { giveDocument } from './submit-document.ts'

/** The service of end-user documents: they are submitted here and decided in the queue of the orders that need them. */
export class EudDocumentService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = needPerson(call)
    const author = needAuthor(call)
    const made = await once(this.Model, call, 'eud-documents', data, trx => giveDocument(trx, data, person, author))
    return this.get(made.id, { ...call, query: {} })
  }
}
