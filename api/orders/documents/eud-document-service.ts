import { needAuthor, needPerson } from '../../derive/rights/need-person.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { type Call, ResourceService } from '../../derive/service.ts'
import { once } from '../../platform/idempotency.ts'
import { giveDocument } from './submit-document.ts'

/** Documents of end users over Feathers: brought here, decided in the queue of the orders that need them. */
export class EudDocumentService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = needPerson(call)
    const author = needAuthor(call)
    const made = await once(this.Model, call, 'eud-documents', data, trx => giveDocument(trx, data, person, author))
    return this.get(made.id, { ...call, query: {} })
  }
}
