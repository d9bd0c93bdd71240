import { dispatches } from '../access.ts'
import { code, integer, money, reference, weight } from '../define/fields.ts'
import { record } from '../define/resource.ts'
import { invoice } from './invoice.ts'
import { lr } from './lr.ts'
import { withinLrs } from './scopes.ts'

/** An invoice on an LR, with its share of the freight. */
export const lrLine = record({
  path: 'lr-lines',
  name: 'lr-line',
  title: 'LR Lines',
  purpose: 'The invoices that travel on each lorry receipt, and their share of the freight.',
  fields: {
    lrId: reference(lr),
    invoiceId: reference(invoice, { optional: true }),
    sigmaInvoiceNo: code({ max: 16, optional: true }),
    packages: integer({ min: 0 }),
    weightKg: weight({ label: 'Weight' }),
    invoiceValue: money({ hiddenFrom: ['TRANSPORTER'] }),
    freightShare: money({ default: 0 }),
  },
  key: ['lrId', 'invoiceId', 'sigmaInvoiceNo'],
  display: ['lrId', 'invoiceId'],
  list: ['lrId', 'invoiceId', 'packages', 'weightKg', 'invoiceValue', 'freightShare'],
  search: ['sigmaInvoiceNo'],
  sort: ['-id'],
  indexes: [['invoiceId']],
  access: dispatches,
  within: withinLrs,
})
