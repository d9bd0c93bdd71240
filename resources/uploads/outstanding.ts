import { receivables } from '../access.ts'
import { resource } from '../define/resource.ts'
import { uploadOutstanding } from '../masters/upload-outstanding.ts'

/** Which open items a file of outstanding data replaces. */
export const replaceModes = ['REPLACE_CUSTOMERS_IN_FILE', 'FULL_REPLACE'] as const
export type ReplaceMode = (typeof replaceModes)[number]

const {
  asOnDate: _,
  invoiceId: __,
  source: ___,
  isDisputed: ____,
  closedOn: _____,
  sapItem: ______,
  clearingDoc: _______,
  lockedById: ________,
  ...columns
} = uploadOutstanding.fields

/** A file says what the items are; those of SAP are no part of it. */
const unlocked = Object.fromEntries(
  Object.entries(columns).map(([name, { lockedIf: _, ...field }]) => [name, field]),
) as typeof columns

/** The columns of a file of open items; their as-on date is entered beside the file. */
export const outstandingSheet = resource({
  group: 'masters',
  name: 'upload-outstanding',
  title: 'Outstanding Data',
  one: 'outstanding item',
  purpose: 'The open items of customers as of a day, in place of those from before.',
  fields: unlocked,
  key: ['customerId', 'documentNo'],
  display: ['documentNo'],
  rules: uploadOutstanding.rules,
  access: receivables,
})
