import { receivables } from '../access.ts'
import type { Field } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { ofAmounts, uploadOutstanding } from '../masters/upload-outstanding.ts'

/** Which open items a file of outstanding data replaces. */
export const replaceModes = ['REPLACE_CUSTOMERS_IN_FILE', 'FULL_REPLACE'] as const
export type ReplaceMode = (typeof replaceModes)[number]

const said = [
  'customerId',
  'documentNo',
  'documentType',
  'documentDate',
  'dueDate',
  'originalAmount',
  'balanceAmount',
  'sbuId',
  'sapAccountingDoc',
  'sapBillingDoc',
  'fiscalYear',
] as const
type Said = Pick<typeof uploadOutstanding.fields, (typeof said)[number]>
const columns = Object.fromEntries(said.map(name => [name, uploadOutstanding.fields[name]])) as unknown as Said

/** A file says what the items are, also of those that a file before it listed. */
const unlocked = <F extends object>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { lockedIf: _, ...field }]: [string, Field]) => [name, field]),
  ) as F

/** Open items as a file changes them. */
export const listedItem = { ...uploadOutstanding, fields: unlocked(uploadOutstanding.fields) }

/** The columns of a file of open items; their as-on date is entered beside the file. */
export const outstandingSheet = resource({
  group: 'masters',
  name: 'upload-outstanding',
  title: 'Outstanding Data',
  one: 'outstanding item',
  purpose: 'The open items of customers as of a day, in place of those from before.',
  fields: unlocked(columns),
  key: ['customerId', 'documentNo'],
  display: ['documentNo'],
  rules: ofAmounts,
  access: receivables,
})
