import { cscApprovals } from '../../access.ts'
import { date, decimal, flag, instant, integer, money, reference } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { user } from '../../settings/user.ts'
import { orderFacts, orderFilters, orderGroups, withinOrderReportsOfEmployees } from './order-facts.ts'

/** What the customer service centre approved, and how long it took. */
export const cscApprovedOrders = report({
  name: 'csc-approved-orders',
  title: 'Order Approved By CSC',
  purpose: 'Orders that passed the CSC check in a period, with approver and working hours.',
  fields: {
    ...orderFacts,
    grossValue: money({ label: 'Value', hint: 'Incl. GST', nature: 'amount' }),
    submittedAt: instant({ optional: true, label: 'Submitted' }),
    approverId: reference(user, { optional: true, label: 'Approved by', audience: 'staff' }),
    approvedAt: instant({ label: 'Approved' }),
    approvedOn: date({ label: 'Day of approval' }),
    hours: decimal({
      scale: 2,
      label: 'Working hours',
      hint: 'From its arrival in the queue to the approval',
    }),
    level: integer(),
    mailSent: flag({ label: 'Mail sent', hint: 'The customer was told' }),
  },
  display: ['orderNo', 'approvedOn'],
  list: [
    'orderNo',
    'customerId',
    'channelId',
    'sbuId',
    'grossValue',
    'submittedAt',
    'approverId',
    'approvedAt',
    'hours',
    'level',
    'mailSent',
  ],
  filters: ['approvedOn', 'approverId', ...orderFilters, 'level', 'mailSent'],
  totals: ['grossValue'],
  groups: ['approverId', 'approvedOn', ...orderGroups],
  averages: ['hours'],
  search: ['orderNo'],
  sort: ['-approvedAt', '-id'],
  period: { field: 'approvedOn', instant: 'approvedAt', opens: 'this-month' },
  access: cscApprovals,
  within: withinOrderReportsOfEmployees,
})
