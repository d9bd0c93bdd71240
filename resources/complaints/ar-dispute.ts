import { arDisputes } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { employee } from '../access-control/employee.ts'
import { choice, flag, instant, integer, money, reference, text } from '../define/fields.ts'
import { openWhile, statusField } from '../define/process/states.ts'
import { type Row, record } from '../define/resource.ts'
import { invoice } from '../dispatches/invoice.ts'
import { sbu } from '../masters/sbu.ts'
import { plant } from '../settings/plant.ts'
import { user } from '../settings/user.ts'
import { complaint } from './complaint.ts'
import { disputeStates, disputeTypes, disputeTypeWords } from './dispute-states.ts'
import { isNoteToCheckField, namedNoteFields } from './named-note.ts'
import { slaField } from './sla-clock.ts'

/** The disputes that the dispatch desk reads. */
const ofDispatch = ['FREIGHT'] as const
const unseenOutside = ['CUSTOMER', 'DISTRIBUTOR', 'DISPATCH'] as const

/** An amount of an invoice that its customer does not owe, as they say. It repeats SBU and plant, which scopes need. */
export const arDispute = record({
  path: 'complaints/ar-dispute',
  name: 'ar-dispute',
  title: 'AR Disputes',
  one: 'dispute',
  purpose: 'Disputed invoice amounts, their status and the credit notes that settle them.',
  fields: {
    disputeNo: text({ max: 14, label: 'Number' }),
    customerId: reference(customer),
    invoiceId: reference(invoice),
    sbuId: reference(sbu),
    plantId: reference(plant),
    disputeType: choice(disputeTypes, { label: 'What is disputed', words: disputeTypeWords }),
    disputedAmount: money({ min: 1, nature: 'amount' }),
    acceptedAmount: money({ min: 1, optional: true, nature: 'amount' }),
    description: text({ max: 4000, long: true, label: 'Why' }),
    status: statusField(disputeStates),
    ownerEmployeeId: reference(employee, { optional: true, label: 'Owner', audience: 'staff' }),
    complaintId: reference(complaint, { optional: true }),
    settlementNoteNo: text({
      max: 16,
      optional: true,
      label: 'Credit note',
      hint: 'Found by the reading of invoices from SAP, or entered and confirmed by SAP',
    }),
    ...namedNoteFields,
    dueAt: instant({ label: 'Due' }),
    pausedAt: instant({ optional: true, label: 'SLA clock paused since' }),
    pausedMinutes: integer({ min: 0, default: 0, label: 'Minutes paused', hint: 'Office time' }),
    proposedAmount: money({
      min: 1,
      optional: true,
      label: 'Amount to confirm',
      hint: 'What Finance accepts, until a sales manager has confirmed it',
      hiddenFrom: unseenOutside,
    }),
    proposedAnswer: text({
      max: 2000,
      optional: true,
      long: true,
      label: 'Answer to confirm',
      audience: 'staff',
    }),
    proposedById: reference(user, { optional: true, label: 'Accepted by', audience: 'staff' }),
    confirmedAt: instant({ optional: true, label: 'Confirmed', hiddenFrom: unseenOutside }),
    confirmedById: reference(user, { optional: true, label: 'Confirmed by', audience: 'staff' }),
    decidedAt: instant({ optional: true, label: 'Decided' }),
    decidedById: reference(user, { optional: true, label: 'Decided by', audience: 'staff' }),
    closedAt: instant({ optional: true, label: 'Closed' }),
  },
  key: ['disputeNo'],
  leads: ['customerId', 'disputedAmount', 'status', 'sla', 'dueAt', 'disputeNo'],
  list: ['disputeNo', 'customerId', 'invoiceId', 'disputeType', 'disputedAmount', 'status', 'sla', 'dueAt', 'ageDays'],
  computed: {
    sla: slaField,
    ageDays: integer({ label: 'Age in days', hint: 'Counted until it was closed or withdrawn' }),
    isToConfirm: flag({ label: 'To confirm', hiddenFrom: unseenOutside }),
    isNoteToCheck: isNoteToCheckField,
  },
  filters: ['status', 'disputeType', 'ownerEmployeeId', 'sla', 'customerId', 'createdAt'],
  totals: ['disputedAmount'],
  search: ['disputeNo', 'description', 'settlementNoteNo'],
  sort: ['-id'],
  indexes: [
    ['customerId', 'status'],
    ['status', 'dueAt'],
    ['invoiceId', 'status'],
    ['ownerEmployeeId', 'status'],
    ['sbuId', 'status'],
    ['plantId', 'disputeType'],
    ['complaintId'],
    ['namedNoteNo'],
  ],
  access: arDisputes,
  openIf: openWhile(disputeStates),
  within: {
    CUSTOMER: { customerId: 'ownCustomer' },
    DISTRIBUTOR: { customerId: 'ownCustomer' },
    SALES_REP: { customerId: 'myCustomers' },
    SALES_MANAGER: { customerId: 'myCustomers' },
    CSC_AGENT: { sbuId: 'mySbus' },
    DISPATCH: { plantId: 'myPlants', disputeType: ofDispatch },
  },
})

export type ArDispute = Row<typeof arDispute>
