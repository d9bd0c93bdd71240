import { eudDocument } from '../../../resources/orders/eud-document.ts'
import { order } from '../../../resources/orders/order.ts'
import { bodyOf, type Routes, rowOf } from '../../derive/docs/route.ts'
import { documentFields, inputResource } from './submit-document.ts'

/** How an end-user document comes to the portal. */
export const documentRoutes: Routes = {
  'POST eud-documents': {
    tag: 'End-user documents',
    summary: 'Submits a document for a product; the queue of the order that needs it decides',
    body: bodyOf(Object.fromEntries(documentFields.map(name => [name, inputResource.fields[name]]))),
    answer: rowOf(eudDocument),
    isIdempotent: 'may',
    isFor: ({ ability }) => ability.can('create', order.path),
  },
}
