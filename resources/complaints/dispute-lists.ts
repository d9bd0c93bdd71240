import { worklist } from '../define/process/worklist.ts'
import { arDispute } from './ar-dispute.ts'
import { disputeStates } from './dispute-states.ts'

const columns = [
  'disputeNo',
  'customerId',
  'disputedAmount',
  'status',
  'sla',
  'dueAt',
  'ageDays',
  'disputeType',
  'invoiceId',
  'ownerEmployeeId',
]

/** Disputes that are not decided, the most urgent first. */
export const undecidedDisputes = worklist(arDispute, {
  grid: 'complaints/ar-dispute-modify',
  title: 'Open Disputes',
  purpose: 'Undecided disputes by due date.',
  list: columns,
  sort: ['dueAt'],
  only: () => [{ field: 'status', operator: 'in', value: disputeStates.sets.undecided }],
})

/** Disputes that nobody has taken over. */
const untakenDisputes = worklist(arDispute, {
  grid: 'complaints/ar-dispute-modify/untaken',
  title: 'Disputes Without Owner',
  purpose: 'Disputes without an owner.',
  list: columns,
  sort: ['dueAt'],
  only: () => [{ field: 'status', operator: 'in', value: ['OPEN'] }],
})

/** Disputes whose time has run out. */
export const lateDisputes = worklist(arDispute, {
  grid: 'complaints/ar-dispute-modify/late',
  title: 'Late Disputes',
  purpose: 'Disputes past their due date.',
  list: columns,
  sort: ['dueAt'],
  only: () => [{ field: 'sla', operator: 'in', value: ['LATE'] }],
})

/** Amounts that a second person confirms. */
export const disputesToConfirm = worklist(arDispute, {
  grid: 'complaints/ar-dispute-modify/confirm',
  title: 'Disputes To Confirm',
  purpose: 'Accepted amounts above ₹50,000, which a sales manager confirms.',
  list: ['disputeNo', 'customerId', 'invoiceId', 'disputeType', 'proposedAmount', 'proposedById', 'dueAt'],
  sort: ['dueAt'],
  only: () => [{ field: 'isToConfirm', operator: 'eq', value: 'true' }],
})

/** Accepted disputes whose credit note is still to come. */
export const disputesToCredit = worklist(arDispute, {
  grid: 'complaints/ar-dispute-modify/credit',
  title: 'Credit Notes Pending',
  purpose: 'Accepted disputes whose credit note SAP has not sent yet.',
  list: [
    ...['disputeNo', 'customerId', 'invoiceId', 'acceptedAmount', 'status', 'ageDays', 'ownerEmployeeId'],
    'namedNoteNo',
  ],
  sort: ['dueAt'],
  only: () => [{ field: 'status', operator: 'in', value: disputeStates.sets.awaitingCredit }],
})

/** Accepted disputes whose credit note somebody entered, and SAP has not confirmed. */
const disputesToCheck = worklist(arDispute, {
  grid: 'complaints/ar-dispute-modify/check',
  title: 'Credit Notes To Check',
  purpose: 'Disputes whose credit note SAP has not confirmed; the amounts stay disputed until then.',
  list: [
    ...['disputeNo', 'customerId', 'invoiceId', 'acceptedAmount', 'namedNoteNo', 'namedNoteText'],
    ...['namedNoteById', 'ownerEmployeeId'],
  ],
  sort: ['dueAt'],
  only: () => [{ field: 'isNoteToCheck', operator: 'eq', value: 'true' }],
})

/** Every dispute, whatever became of it. */
const allDisputes = worklist(arDispute, {
  grid: 'complaints/ar-dispute-modify/all',
  title: 'All Disputes',
  purpose: 'All disputes you can see, open and closed.',
  list: [...columns, 'acceptedAmount', 'settlementNoteNo'],
  only: () => [],
})

/** The names of the tabs, which the address names too: `?of=Late`. */
export const disputeTabs = [
  ...(['Open', 'Without owner', 'Late', 'To confirm', 'Credit pending', 'To check'] as const),
  'All',
] as const

/** The lists of Finance, each a tab of `/complaints/ar-dispute-modify`. */
export const disputeLists = [
  undecidedDisputes,
  untakenDisputes,
  lateDisputes,
  disputesToConfirm,
  disputesToCredit,
  disputesToCheck,
  allDisputes,
] as const

/** The disputes of a customer, with what concerns them. */
export const ownDisputes = worklist(arDispute, {
  grid: 'complaints/ar-dispute/own',
  title: 'AR Disputes',
  purpose: 'The invoice amounts you dispute and our decisions.',
  list: ['disputeNo', 'status', 'invoiceId', 'disputeType', 'disputedAmount', 'acceptedAmount', 'createdAt', 'dueAt'],
  only: () => [],
})
