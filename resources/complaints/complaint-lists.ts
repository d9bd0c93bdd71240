import { worklist } from '../define/process/worklist.ts'
import { complaint } from './complaint.ts'
import { complaintStates } from './complaint-states.ts'

const columns = [
  'complaintNo',
  'customerId',
  'complaintType',
  'status',
  'sla',
  'ageDays',
  'dueAt',
  'ownerEmployeeId',
  'priority',
]

/** Everything the desk sees, whatever became of it. */
const allComplaints = worklist(complaint, {
  grid: 'complaints/modify',
  title: 'Work On Complaints',
  purpose: 'All complaints you can see: filter, reassign, or open one to answer it.',
  list: columns,
  only: () => [],
})

const open = { field: 'status', operator: 'in', value: complaintStates.sets.open } as const

/** Complaints that wait for us or the customer, the most urgent first. */
export const openComplaints = worklist(complaint, {
  grid: 'complaints/modify/open',
  title: 'Open Complaints',
  purpose: 'Unresolved complaints by due date.',
  list: columns,
  sort: ['dueAt'],
  only: () => [open],
})

/** Complaints of the queue: nobody owns them. */
export const unassignedComplaints = worklist(complaint, {
  grid: 'complaints/modify/unassigned',
  title: 'Complaints Without Owner',
  purpose: 'Complaints of your SBU without an owner: take them over or assign them.',
  list: columns,
  sort: ['dueAt'],
  only: () => [{ field: 'status', operator: 'in', value: ['NEW'] }],
})

/** Complaints whose time has run out. */
export const lateComplaints = worklist(complaint, {
  grid: 'complaints/modify/late',
  title: 'Late Complaints',
  purpose: 'Open complaints past their SLA.',
  list: columns,
  sort: ['dueAt'],
  only: () => [{ field: 'sla', operator: 'in', value: ['LATE'] }],
})

/** Resolved complaints whose credit note somebody entered, and SAP has not confirmed. */
const complaintsToCheck = worklist(complaint, {
  grid: 'complaints/modify/check',
  title: 'Credit Notes To Check',
  purpose: 'Complaints whose credit note SAP has not confirmed.',
  list: [
    ...['complaintNo', 'customerId', 'complaintType', 'status', 'namedNoteNo', 'namedNoteText', 'namedNoteById'],
    'ownerEmployeeId',
  ],
  only: () => [{ field: 'isNoteToCheck', operator: 'eq', value: 'true' }],
})

/** The names of the tabs, which the address names too: `?of=Late`. */
export const complaintTabs = ['Open', 'Without owner', 'Late', 'To check', 'All'] as const

/** The lists of the desk, each a tab of `/complaints/modify`. */
export const complaintLists = [
  openComplaints,
  unassignedComplaints,
  lateComplaints,
  complaintsToCheck,
  allComplaints,
] as const

/** The complaints of a customer, with what concerns them. */
export const ownComplaints = worklist(complaint, {
  grid: 'complaints/own',
  title: 'Complaints',
  purpose: 'Your complaints and our answers.',
  list: ['complaintNo', 'status', 'categoryId', 'invoiceId', 'productId', 'batchNo', 'createdAt', 'dueAt'],
  only: () => [],
})
