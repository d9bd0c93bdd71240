import { eudReport as access } from '../../access.ts'
import { customer } from '../../access-control/customer.ts'
import { date, decimal, file, instant, quantity, reference, text } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { products } from '../../masters/products.ts'
import { eudDocument } from '../../orders/eud-document.ts'
import { order } from '../../orders/order.ts'
import { user } from '../../settings/user.ts'

const { documentType, documentRef, status } = eudDocument.fields

/** The end-user documents that came in a period, and how they were decided. */
export const eudReport = report({
  name: 'eud-report',
  title: 'EUD Approval Report',
  purpose: 'End-user documents submitted in a period, with validity, decision and working hours.',
  fields: {
    eudNo: text({ max: 14, label: 'Number' }),
    customerId: reference(customer),
    productId: reference(products),
    documentType,
    documentRef,
    issueDate: date({ label: 'Issued' }),
    validTo: date({ label: 'Valid to' }),
    permittedQty: quantity({ optional: true, label: 'Permitted' }),
    usedQty: quantity({ label: 'Used' }),
    status,
    orderId: reference(order, { optional: true }),
    attachmentId: file({ label: 'File' }),
    submittedAt: instant({ label: 'Submitted' }),
    submittedOn: date({ label: 'Day of submission' }),
    decidedById: reference(user, { optional: true, label: 'Decided by', audience: 'staff' }),
    decidedAt: instant({ optional: true, label: 'Decided' }),
    hours: decimal({
      scale: 2,
      optional: true,
      label: 'Working hours',
      hint: 'The time from the submission to the decision',
    }),
  },
  display: ['eudNo', 'documentType'],
  list: [
    'eudNo',
    'customerId',
    'productId',
    'documentType',
    'documentRef',
    'issueDate',
    'validTo',
    'permittedQty',
    'usedQty',
    'status',
    'orderId',
    'submittedAt',
    'decidedById',
    'decidedAt',
    'hours',
    'attachmentId',
  ],
  filters: ['submittedOn', 'status', 'documentType', 'validTo', 'customerId', 'productId', 'productId.sbuId'],
  groups: ['status', 'documentType', 'submittedOn', 'productId', 'customerId', 'productId.sbuId', 'decidedById'],
  averages: ['hours'],
  search: ['eudNo', 'documentRef'],
  sort: ['-submittedAt', '-id'],
  period: { field: 'submittedOn', instant: 'submittedAt', opens: 'this-month' },
  access,
  within: {
    CSC_AGENT: { customerId: 'customersOfMySbus' },
    EUD_APPROVER: { customerId: 'customersOfMySbus' },
  },
})
