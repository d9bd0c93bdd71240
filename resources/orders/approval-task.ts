import { orderParts } from '../access.ts'
import { customer } from '../access-control/customer.ts'
import { employee } from '../access-control/employee.ts'
import { choice, decimal, instant, integer, json, reference, text } from '../define/fields.ts'
import { type Row, record } from '../define/resource.ts'
import { reasonCode } from '../settings/reason-code.ts'
import { role } from '../settings/role.ts'
import { user } from '../settings/user.ts'
import { approvalSteps } from '../trade.ts'
import { levelRules, levelRuleWords } from './approvals/level-rule.ts'
import { order } from './order.ts'
import { approvalWords } from './order-status.ts'
import { approvalsHiddenFrom, assignedWithOrders, creditHiddenFrom, withinOrders } from './order-visibility.ts'

/** Buyers read the approvals that they give themselves: their acceptances. */
const acceptances = { orderId: 'ordersOfMyCustomers', assigneeCustomerId: 'ownCustomer' } as const
const withinTasks = { ...withinOrders, CUSTOMER: acceptances, DISTRIBUTOR: acceptances }

/**
 * One approval that an order waits for or has had. `measuredValue` is what the limit is compared with, in the step's
 * own unit: paise, hundredths of a percent, or thousandths of the sales unit.
 */
export const approvalTask = record({
  path: 'approval-tasks',
  name: 'approval-task',
  title: 'Approval Tasks',
  purpose: 'The approvals of each order: approver, due date and decision.',
  fields: {
    taskNo: text({ max: 14 }),
    orderId: reference(order),
    step: choice(approvalSteps, { words: approvalWords }),
    seq: integer({ min: 1, hiddenFrom: approvalsHiddenFrom }),
    level: integer({ min: 1, default: 1, hiddenFrom: approvalsHiddenFrom }),
    round: integer({ min: 1, default: 1, hiddenFrom: approvalsHiddenFrom }),
    rule: choice(levelRules, {
      optional: true,
      label: 'Decides as',
      hint: 'Why this level decides',
      words: levelRuleWords,
      audience: 'staff',
    }),
    assigneeUserId: reference(user, { optional: true, label: 'Assignee', audience: 'staff' }),
    assigneeRoleId: reference(role, {
      optional: true,
      label: 'Assigned to role',
      hint: 'Every holder in the SBU',
      audience: 'staff',
    }),
    assigneeCustomerId: reference(customer, {
      optional: true,
      label: 'Assigned to customer',
      hint: 'Any user of the customer',
    }),
    starterEmployeeId: reference(employee, {
      optional: true,
      label: 'Account owner',
      hint: 'They do not approve it',
      audience: 'staff',
    }),
    measuredValue: decimal({ scale: 0, optional: true, hiddenFrom: creditHiddenFrom }),
    limitValue: decimal({
      scale: 0,
      optional: true,
      label: 'Limit',
      hint: 'When it was asked; empty where no limit applies',
      hiddenFrom: creditHiddenFrom,
    }),
    triggerJson: json({ label: 'Trigger', hiddenFrom: creditHiddenFrom }),
    fingerprint: text({ audience: 'staff', max: 64 }),
    trace: json({ optional: true, hiddenFrom: creditHiddenFrom }),
    status: choice(['PENDING', 'APPROVED', 'REJECTED', 'SENT_BACK', 'SKIPPED', 'CANCELLED'], {
      default: 'PENDING',
      words: { staff: { CANCELLED: 'No longer asked' }, buyer: { CANCELLED: 'No longer asked' } },
    }),
    dueAt: instant({ label: 'Due', hiddenFrom: approvalsHiddenFrom }),
    remindedAt: instant({ optional: true, hiddenFrom: approvalsHiddenFrom }),
    escalatedAt: instant({ optional: true, hiddenFrom: approvalsHiddenFrom }),
    escalatedToUserId: reference(user, { optional: true, label: 'Escalated to', audience: 'staff' }),
    actedById: reference(user, { optional: true, label: 'Decided by', audience: 'staff' }),
    actedAt: instant({ optional: true, label: 'Decided' }),
    reasonCodeId: reference(reasonCode, { optional: true, label: 'Reason' }),
    remarks: text({ max: 500, optional: true, long: true, audience: 'staff' }),
  },
  key: ['taskNo'],
  leads: ['orderId', 'step', 'status', 'dueAt', 'assigneeUserId', 'taskNo'],
  list: ['taskNo', 'orderId', 'step', 'level', 'assigneeUserId', 'assigneeRoleId', 'status', 'dueAt'],
  search: ['taskNo'],
  sort: ['-id'],
  indexes: [
    ['status', 'assigneeUserId'],
    ['status', 'assigneeRoleId'],
    ['orderId', 'status'],
    ['step', 'status', 'actedAt'],
    ['status', 'dueAt'],
    ['assigneeUserId'],
    ['escalatedToUserId'],
    ['assigneeCustomerId'],
    ['starterEmployeeId'],
    ['actedById'],
  ],
  access: orderParts,
  openIf: { status: 'PENDING' },
  within: withinTasks,
  asked: assignedWithOrders,
})

export type ApprovalTask = Row<typeof approvalTask>
