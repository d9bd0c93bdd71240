import { batchRadar as access } from '../access.ts'
import { coaDocument } from '../coa/coa-document.ts'
import { choice, date, integer, percent, quantity, reference, text } from '../define/fields.ts'
import { report } from '../define/report.ts'
import { products } from '../masters/products.ts'

/** What the radar proposes for a batch: past its limits, the certificate goes, where it still has one. */
export const batchProposals = ['WATCH', 'WITHDRAW_CERTIFICATE', 'CERTIFICATE_WITHDRAWN', 'NO_CERTIFICATE'] as const

/** Quality complaints of each batch against what was shipped of it. */
export const batchRadar = report({
  name: 'batch-radar',
  path: 'complaints/batch-radar',
  title: 'Batch Radar',
  purpose: 'Quality complaints by batch against what was shipped of it: withdraw the certificates of bad ones.',
  fields: {
    productId: reference(products),
    batchNo: text({ max: 10, label: 'Batch' }),
    complaints: integer({ label: 'Complaints', hint: 'Counts all but those withdrawn or not accepted' }),
    customers: integer({ label: 'Customers', hint: 'Who complained' }),
    affectedQty: quantity({
      label: 'Affected',
      hint: 'Quantity in complaints that name an invoice line',
    }),
    shippedQty: quantity({ label: 'Shipped', hint: 'Quantity on invoices, in the base unit' }),
    affectedPct: percent({ optional: true, label: 'Affected share' }),
    lastComplaintOn: date({ label: 'Last complaint' }),
    coaDocumentId: reference(coaDocument, { optional: true, label: 'Certificate' }),
    proposal: choice(batchProposals, {
      tones: { WITHDRAW_CERTIFICATE: 'bad', NO_CERTIFICATE: 'bad', WATCH: 'calm', CERTIFICATE_WITHDRAWN: 'ok' },
    }),
  },
  display: ['productId', 'batchNo'],
  list: [
    'productId',
    'batchNo',
    'proposal',
    'complaints',
    'shippedQty',
    'affectedPct',
    'lastComplaintOn',
    'coaDocumentId',
  ],
  filters: ['lastComplaintOn', 'proposal', 'productId', 'batchNo', 'complaints', 'affectedPct'],
  search: ['batchNo'],
  sort: ['-complaints', '-id'],
  period: { field: 'lastComplaintOn', opens: 'last-90-days' },
  access,
})
