import { receivables } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { date, money, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { invoice } from '../dispatches/invoice.ts'
import { uploadOutstanding } from '../masters/upload-outstanding.ts'

/** An item of a customer that SAP's accounting has cleared: an invoice that is paid, or the payment itself. */
export const paymentClearing = record({
  path: 'payment-clearings',
  name: 'payment-clearing',
  title: 'Clearings',
  purpose: 'Items of customers that SAP has cleared, with document and day.',
  fields: {
    sapItem: text({ max: 24, label: 'SAP item', hint: 'Company code, year, document and item' }),
    customerId: reference(customer),
    documentNo: text({ max: 16, label: 'Document no' }),
    sapDocumentType: text({
      max: 2,
      optional: true,
      label: 'SAP document type',
      hint: 'DZ is a payment, RV an invoice',
    }),
    sapBillingDoc: text({ max: 10, optional: true, label: 'SAP billing document' }),
    amount: money({ hint: 'Negative for payments and credits' }),
    clearingDoc: text({ max: 10, label: 'Clearing document' }),
    clearingYear: text({ max: 4, optional: true, label: 'Year of clearing' }),
    clearedOn: date(),
    resetOn: date({ optional: true, hint: 'The day on which the portal saw the item open again' }),
    itemId: reference(uploadOutstanding, { optional: true, label: 'Open item' }),
    invoiceId: reference(invoice, { optional: true }),
  },
  key: ['sapItem'],
  display: ['documentNo'],
  list: ['customerId', 'documentNo', 'sapDocumentType', 'amount', 'clearingDoc', 'clearedOn', 'resetOn'],
  search: ['documentNo', 'clearingDoc', 'sapItem'],
  sort: ['-id'],
  indexes: [['customerId', 'clearedOn'], ['invoiceId'], ['itemId'], ['clearingDoc'], ['sapBillingDoc']],
  access: receivables,
})

export type PaymentClearing = Row<typeof paymentClearing>
