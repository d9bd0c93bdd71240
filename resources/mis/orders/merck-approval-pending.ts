import { partnerRoles, pendingApprovals } from '../../access.ts'
import { choice, decimal, flag, instant, integer, money, reference } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { approvalWords } from '../../orders/order-status.ts'
import { amountsOfBuyers } from '../../orders/order-visibility.ts'
import { role } from '../../settings/role.ts'
import { user } from '../../settings/user.ts'
import { approvalSteps } from '../../trade.ts'
import { orderFacts, orderFilters, orderGroups, withinOrderReports } from './order-facts.ts'

const { CUSTOMER: _, ...within } = withinOrderReports

/** Whom each order waits for today. */
export const merckApprovalPending = report({
  name: 'merck-approval-pending',
  title: "Orders Pending For a Partner's Approval",
  purpose: 'Orders waiting for approval as of today, by queue, age and approver.',
  fields: {
    ...orderFacts,
    grossValue: money({ label: 'Value', hint: 'Incl. GST', nature: 'amount' }),
    step: choice(approvalSteps, { label: 'Queue', words: approvalWords }),
    level: integer({ hiddenFrom: partnerRoles }),
    assigneeUserId: reference(user, { optional: true, label: 'Waits for', audience: 'staff' }),
    assigneeRoleId: reference(role, { optional: true, label: 'Waits for role' }),
    since: instant({ label: 'Since' }),
    ageHours: decimal({ scale: 2, label: 'Age in hours' }),
    isOverdue: flag({ tones: { true: 'bad' }, label: 'Overdue' }),
  },
  display: ['orderNo', 'step'],
  list: [
    'orderNo',
    'orderDate',
    'soldToId',
    'customerId',
    'sbuId',
    'grossValue',
    'step',
    'level',
    'assigneeUserId',
    'assigneeRoleId',
    'since',
    'ageHours',
    'isOverdue',
  ],
  filters: ['step', 'isOverdue', 'ageHours', 'assigneeUserId', ...orderFilters],
  totals: ['grossValue'],
  groups: ['step', 'assigneeUserId', 'assigneeRoleId', 'isOverdue', ...orderGroups],
  averages: ['ageHours'],
  search: ['orderNo'],
  sort: ['since', '-id'],
  chart: { title: 'Value by queue', form: 'bar', by: 'step', sums: ['grossValue'] },
  access: pendingApprovals,
  within,
  columnsWithin: { DISTRIBUTOR: amountsOfBuyers.DISTRIBUTOR },
})
