import { receivables } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, date, flag, money, reference, text } from '../define/fields.ts'
import { type Row, resource } from '../define/resource.ts'
import { invoice } from '../dispatches/invoice.ts'
import { isCredit, outstandingTypes } from './outstanding.ts'
import { ageColumns } from './outstanding-columns.ts'
import { sbu } from './sbu.ts'

/** What was read from SAP is changed there. */
const sapDecides = { lockedIf: { source: 'SAP' } } as const

/** An open item of a customer as of a day: what they owe, or with a negative balance what is owed to them. */
export const uploadOutstanding = resource({
  group: 'masters',
  name: 'upload-outstanding',
  title: 'Upload Outstanding Data',
  one: 'outstanding item',
  purpose: 'The open items of the customers as of a day: invoices, debit and credit notes, and money on account.',
  fields: {
    customerId: reference(customer, { ...sapDecides }),
    documentNo: text({ max: 16, label: 'Document no', ...sapDecides }),
    documentType: choice(outstandingTypes, { ...sapDecides }),
    documentDate: date({ ...sapDecides }),
    dueDate: date({ ...sapDecides }),
    originalAmount: money({ hint: 'Negative for credits', ...sapDecides }),
    balanceAmount: money({ label: 'Balance', hint: 'What is still open; negative for credits', ...sapDecides }),
    sbuId: reference(sbu, { optional: true }),
    sapAccountingDoc: text({ max: 10, format: 'sapNumber', optional: true, label: 'SAP document', ...sapDecides }),
    sapBillingDoc: text({
      max: 10,
      format: 'sapNumber',
      optional: true,
      label: 'SAP billing document',
      hint: 'Identifies the invoice of the item; if empty, the document no is used',
      ...sapDecides,
    }),
    fiscalYear: text({ min: 4, max: 4, format: 'digits', optional: true, ...sapDecides }),
    sapItem: text({
      max: 24,
      optional: true,
      server: true,
      label: 'SAP item',
      hint: 'Company code, year, document and item of what was read from SAP',
    }),
    invoiceId: reference(invoice, { optional: true, server: true }),
    asOnDate: date({ label: 'As on', ...sapDecides }),
    source: choice(['SAP', 'UPLOAD'], { default: 'UPLOAD', server: true }),
    closedOn: date({
      optional: true,
      server: true,
      hint: 'When SAP cleared it, or the as-on day of the file that no longer had it',
    }),
    clearingDoc: text({ max: 10, optional: true, server: true, label: 'Clearing document' }),
    isDisputed: flag({ server: true, label: 'Disputed' }),
    lockedById: reference('payment-transaction', {
      optional: true,
      server: true,
      label: 'Being paid by',
      hint: 'The payment that settles it, until SAP has cleared it or the payment failed',
    }),
  },
  key: ['customerId', 'documentNo', 'sapItem'],
  display: ['documentNo'],
  list: [
    'customerId',
    'documentNo',
    'documentType',
    'documentDate',
    'dueDate',
    'originalAmount',
    'balanceAmount',
    'daysOverdue',
    'bucket',
  ],
  filters: ['customerId', 'bucket', 'documentType', 'sbuId', 'dueDate'],
  totals: ['originalAmount', 'balanceAmount'],
  computed: ageColumns,
  search: ['documentNo', 'sapAccountingDoc', 'clearingDoc'],
  sort: ['dueDate'],
  indexes: [
    ['customerId', 'dueDate'],
    ['dueDate'],
    ['sbuId'],
    ['invoiceId'],
    ['documentNo'],
    ['sapItem'],
    ['lockedById'],
    ['source', 'isActive', 'asOnDate'],
  ],
  rules: [
    {
      field: 'dueDate',
      code: 'RANGE',
      message: 'must not be before the document date',
      // SAP may set a due date by a base line of its own.
      check: row => row.source === 'SAP' || row.documentDate <= row.dueDate,
    },
    {
      field: 'balanceAmount',
      code: 'RANGE',
      message: 'must not be more than the original amount',
      check: row => Math.abs(row.balanceAmount) <= Math.abs(row.originalAmount),
    },
    {
      field: 'originalAmount',
      code: 'RANGE',
      message: 'must be negative for a credit note or money on account, and positive for all else',
      check: row => row.originalAmount !== 0 && row.originalAmount < 0 === isCredit(row.documentType),
    },
    {
      field: 'balanceAmount',
      code: 'RANGE',
      message: 'must have the sign of the original amount',
      check: row => row.balanceAmount === 0 || row.balanceAmount < 0 === row.originalAmount < 0,
    },
  ],
  access: receivables,
})

export type OutstandingItem = Row<typeof uploadOutstanding>
