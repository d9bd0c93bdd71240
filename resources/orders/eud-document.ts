import { eudDocuments } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { shipTo } from '../access-control/ship-to.ts'
import { eudWithin } from '../complaints/eud-within.ts'
import { choice, date, file, instant, quantity, reference, text } from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { type Row, record } from '../define/resource.ts'
import { products } from '../masters/products.ts'
import { reasonCode } from '../settings/reason-code.ts'
import { user } from '../settings/user.ts'
import { endUserDocuments } from '../trade.ts'
import { eudDocumentStates } from './documents/eud-document-states.ts'
import { order } from './order.ts'

/** What a customer says of a document that they send for a product. */
export const documentInputs = {
  documentType: choice(endUserDocuments),
  documentRef: text({ max: 40, label: 'Reference' }),
  endUse: text({ audience: 'readers', max: 255, label: 'End use' }),
  issueDate: date({ label: 'Issued' }),
  validTo: date({
    optional: true,
    label: 'Valid to',
    hint: 'Leave empty for the usual validity',
  }),
  permittedQty: quantity({ min: 0.001, optional: true, label: 'Permitted quantity' }),
  attachmentId: file({ sentFor: 'EUD', accept: '.pdf,.png,.jpg', label: 'File' }),
}

/**
 * A declaration or licence of an end user for one product. Of a permitted quantity, orders on their way hold
 * `reservedQty`, and `usedQty` was confirmed by SAP.
 */
export const eudDocument = record({
  path: 'eud-documents',
  name: 'eud-document',
  title: 'End-User Documents',
  purpose: 'The declarations and licences by which customers may buy controlled products.',
  fields: {
    eudNo: text({ max: 14, label: 'Number' }),
    customerId: reference(customer),
    shipToId: reference(shipTo, { optional: true, label: 'Ship-to' }),
    productId: reference(products),
    ...documentInputs,
    validTo: date({ label: 'Valid to' }),
    usedQty: quantity({ default: 0, label: 'Used' }),
    reservedQty: quantity({ default: 0, label: 'Reserved', hint: 'Quantity on orders that SAP has not confirmed yet' }),
    orderId: reference(order, { optional: true, hint: 'The one order for which it was given' }),
    status: statusField(eudDocumentStates),
    actedById: reference(user, { optional: true, label: 'Decided by', audience: 'staff' }),
    actedAt: instant({ optional: true, label: 'Decided' }),
    rejectReasonId: reference(reasonCode, { optional: true, where: { reasonType: 'REJECT' } }),
  },
  key: ['eudNo'],
  leads: ['customerId', 'status', 'validTo', 'eudNo', 'productId', 'permittedQty'],
  list: ['eudNo', 'customerId', 'productId', 'documentType', 'validTo', 'permittedQty', 'usedQty', 'status'],
  filters: ['status', 'documentType', 'validTo', 'customerId', 'productId'],
  search: ['eudNo', 'documentRef'],
  sort: ['-id'],
  indexes: [
    ['customerId', 'productId', 'documentType'],
    ['productId'],
    ['orderId'],
    ['status', 'validTo'],
    ['attachmentId'],
  ],
  access: eudDocuments,
  openIf: openWhile(eudDocumentStates),
  within: eudWithin,
  asked: { id: 'papersAskedOfMe' },
})

export type EudDocument = Row<typeof eudDocument>
