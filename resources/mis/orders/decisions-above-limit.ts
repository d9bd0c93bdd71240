import { decisionFigures } from '../../access.ts'
import { date, flag, instant, money, percent, reference } from '../../define/fields.ts'
import { report } from '../../define/report.ts'
import { approvingLimits } from '../../masters/approving-limits.ts'
import { approvalTask } from '../../orders/approval-task.ts'
import { user } from '../../settings/user.ts'
import { orderFacts, orderFilters, orderGroups, withinOrderReportsOfEmployees } from './order-facts.ts'

const { step, rule } = approvalTask.fields
const { limitType } = approvingLimits.fields

/** Approvals of more than the own limit of who decided, and who decided after them; nobody with authority never happens. */
export const decisionsAboveLimit = report({
  name: 'decisions-above-limit',
  title: 'Decisions Above Own Limit',
  purpose: 'Approvals above the own limit of the approver on that day, and who decided after them.',
  fields: {
    ...orderFacts,
    step,
    limitType,
    deciderId: reference(user, { optional: true, label: 'Decided by', audience: 'staff' }),
    rule,
    valuePct: percent({ optional: true, label: 'Value %', hint: 'The discount, or the gap to the limit price' }),
    limitPct: percent({ optional: true, label: 'Own limit %', hint: 'On the day of the decision; empty where none' }),
    valueAmount: money({ optional: true, label: 'Value', hint: 'Above the credit limit, or of freight or free goods' }),
    limitAmount: money({ optional: true, label: 'Own limit', hint: 'On the day of the decision; empty where none' }),
    decidedAt: instant({ label: 'Decided' }),
    decidedOn: date({ label: 'Day of decision' }),
    lastDeciderId: reference(user, {
      optional: true,
      label: 'Last approver',
      hint: 'Who approved last in the same step and round',
      audience: 'staff',
    }),
    lastRule: { ...rule, label: 'Last approver decides as' },
    isAlone: flag({ label: 'No authority after', hint: 'No person with authority approved with them or after them' }),
  },
  display: ['orderNo', 'decidedOn'],
  leads: ['orderNo', 'deciderId', 'rule', 'valuePct', 'valueAmount', 'isAlone', 'decidedAt'],
  list: [
    'decidedAt',
    'orderNo',
    'customerId',
    'sbuId',
    'step',
    'deciderId',
    'rule',
    'valuePct',
    'limitPct',
    'valueAmount',
    'limitAmount',
    'lastDeciderId',
    'lastRule',
    'isAlone',
  ],
  filters: ['decidedOn', 'isAlone', 'step', 'rule', 'deciderId', 'limitType', ...orderFilters],
  groups: ['deciderId', 'rule', 'step', 'isAlone', 'decidedOn', ...orderGroups],
  search: ['orderNo'],
  sort: ['-decidedAt', '-id'],
  period: { field: 'decidedOn', instant: 'decidedAt', opens: 'this-month' },
  access: decisionFigures,
  within: withinOrderReportsOfEmployees,
})
