import { openItems } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { choice, confirmation, date, flag, instant, integer, money, reference, text } from '../define/fields.ts'
import { type Row, type Rule, resource } from '../define/resource.ts'
import { invoice } from '../dispatches/invoice.ts'
import { ageBuckets, bucketNames, isCredit, type OutstandingType, outstandingTypes } from './outstanding.ts'
import { sbu } from './sbu.ts'

/** How old an open item is on the day it is read. */
const ageColumns = {
  daysOverdue: integer({ label: 'Days overdue' }),
  bucket: choice(ageBuckets, { label: 'Age', words: { staff: bucketNames, buyer: {} } }),
}

/** What SAP or a file listed is changed there; people change what they entered by hand. */
const listDecides = { lockedIf: { source: ['SAP', 'UPLOAD'] } } as const

interface Amounts {
  source?: string
  documentType: OutstandingType
  documentDate: string
  dueDate: string
  originalAmount: number
  balanceAmount: number
}

/** What holds for the amounts and days of an item, from wherever it comes. */
export const ofAmounts: readonly Rule<Amounts>[] = [
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
]

/** Whether SAP or a file says the item; before it is saved, a person does. */
const isListed = ({ source }: { source?: string }) => source === 'SAP' || source === 'UPLOAD'

/** An open item of a customer as of a day: what they owe, or with a negative balance what is owed to them. */
export const uploadOutstanding = resource({
  group: 'masters',
  name: 'upload-outstanding',
  title: 'Upload Outstanding Data',
  one: 'outstanding item',
  purpose: 'Open items of customers as of a day: invoices, notes and money on account.',
  fields: {
    customerId: reference(customer, { ...listDecides }),
    documentNo: text({ max: 16, format: 'reference', label: 'Document no', ...listDecides }),
    documentType: choice(outstandingTypes, { ...listDecides }),
    documentDate: date({ ...listDecides }),
    dueDate: date({ ...listDecides }),
    originalAmount: money({ balance: true, hint: 'Negative for credits, or with Cr', ...listDecides }),
    balanceAmount: money({
      balance: true,
      label: 'Balance',
      hint: 'What is still open; negative for credits, or with Cr',
      ...listDecides,
    }),
    sbuId: reference(sbu, { optional: true, ...listDecides }),
    sapAccountingDoc: text({ max: 10, format: 'sapNumber', optional: true, label: 'SAP document', ...listDecides }),
    sapBillingDoc: text({
      max: 10,
      format: 'sapNumber',
      optional: true,
      label: 'SAP billing document',
      hint: 'The invoice of the item; empty to use the document no',
      ...listDecides,
    }),
    fiscalYear: text({ min: 4, max: 4, format: 'digits', optional: true, ...listDecides }),
    sapItem: text({
      max: 24,
      optional: true,
      server: true,
      label: 'SAP item',
      hint: 'Company code, year, document and item',
    }),
    invoiceId: reference(invoice, { optional: true, server: true }),
    asOnDate: date({ label: 'As on', ...listDecides }),
    source: choice(['SAP', 'UPLOAD', 'TYPED'], {
      default: 'TYPED',
      server: true,
      words: { staff: { UPLOAD: 'File', TYPED: 'Entered by hand' }, buyer: {} },
    }),
    reason: text({ max: 255, optional: true, hint: 'Why it is entered by hand', ...listDecides }),
    endsOn: date({
      optional: true,
      label: 'Counts until',
      hint: 'The last day of an item that is entered by hand',
      ...listDecides,
    }),
    closedOn: date({
      optional: true,
      server: true,
      hint: 'When SAP cleared it, or a file no longer had it',
    }),
    clearingDoc: text({ max: 10, optional: true, server: true, label: 'Clearing document' }),
    isDisputed: flag({ server: true, label: 'Disputed' }),
    lockedById: reference('payment-transaction', {
      optional: true,
      server: true,
      label: 'Being paid by',
      hint: 'The payment that settles it',
    }),
    lockedUntil: instant({
      optional: true,
      server: true,
      label: 'Held until',
      hint: 'Until the gateway says whether the payment is paid',
    }),
    ...confirmation(),
  },
  key: ['customerId', 'documentNo', 'sapItem'],
  display: ['documentNo'],
  leads: ['customerId', 'balanceAmount', 'dueDate', 'daysOverdue', 'documentNo', 'documentType'],
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
  filters: ['customerId', 'bucket', 'documentType', 'sbuId', 'dueDate', 'source', 'confirmStatus'],
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
    ...ofAmounts,
    {
      field: 'reason',
      code: 'REQUIRED',
      message: 'is required for an item that is entered by hand',
      check: row => isListed(row) || Boolean(row.reason),
    },
    {
      field: 'endsOn',
      code: 'REQUIRED',
      message: 'is required for an item that is entered by hand',
      check: row => isListed(row) || Boolean(row.endsOn),
    },
  ],
  movesMoney: { source: 'TYPED' },
  waitsInactive: true,
  access: openItems,
})

export type OutstandingItem = Row<typeof uploadOutstanding>

/** The columns of an item that a list takes over from a person, or had from the start. */
export const notTyped = {
  reason: null,
  endsOn: null,
  confirmStatus: 'CONFIRMED',
  pendingChange: null,
  proposedById: null,
} as const
