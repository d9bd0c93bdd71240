import { type BodyOf, command, may, rowOf } from '../../define/command.ts'
import { pick } from '../../define/pick.ts'
import { documentInputs, eudDocument } from '../eud-document.ts'
import { order } from '../order.ts'

const about = pick(eudDocument.fields, ['customerId', 'shipToId', 'productId', 'orderId'])

export const submitDocument = command('POST eud-documents', {
  room: 'End-user documents',
  summary: 'Submits a document for a product; the queue of the order that needs it decides',
  who: may(order, 'create'),
  idempotent: 'may',
  body: { ...about, ...documentInputs },
  answer: rowOf(eudDocument),
})
export type SubmittedDocument = BodyOf<typeof submitDocument>
