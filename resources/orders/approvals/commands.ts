import { type AnswerOf, type BodyOf, command, may } from '../../define/command.ts'
import { choice, flag, instant, integer, text } from '../../define/fields.ts'
import { many, maybe, open } from '../../define/shape.ts'
import { approvingLimits } from '../../masters/approving-limits.ts'
import { approvalSteps } from '../../trade.ts'
import { approvalTask } from '../approval-task.ts'
import { bulkStepResult } from '../bulk-step-result.ts'
import { order } from '../order.ts'
import { orderStep } from '../order-step.ts'
import { decision } from './decision.ts'
import { queueRow, waitingCount } from './queue-row.ts'
import { MOST_AT_ONCE, queues } from './queues.ts'

const room = 'Approvals'
const who = may(order, 'read')
const id = integer({ min: 1 })
const ofOrder = { orderId: id }
const queue = choice(approvalSteps)
const { remark } = orderStep.fields
const count = integer({ min: 0 })
const MOST_ROWS = 100

export const listQueue = command('GET approval-queue', {
  room,
  summary: 'The open tasks of a queue that the person may decide, or with of=scope those of all orders they read',
  who,
  body: {
    step: queue,
    of: choice(['mine', 'scope'], { optional: true }),
    sbuId: maybe(id),
    customerId: maybe(id),
    overdue: flag(),
    $sort: maybe(open<Readonly<Record<string, unknown>>>('A column: 1 ascending, -1 descending')),
    $limit: integer({ min: 0, max: 999_999, default: MOST_ROWS }),
    $skip: integer({ min: 0, max: 999_999, default: 0 }),
  },
  answer: { total: count, limit: count, skip: count, data: many(queueRow, { most: MOST_ROWS }) },
})
export type QueueQuery = BodyOf<typeof listQueue>

export const countWaiting = command('GET approval-counts', {
  room,
  summary:
    'How many tasks of each queue the person may decide now, how many are overdue, and since when the oldest waits',
  who: 'signed in',
  answer: many(waitingCount, { most: approvalSteps.length }),
})

export const approveMany = command('POST approve-many', {
  room,
  summary: 'Approves the tasks of at most 50 orders of one queue, each separately',
  who,
  does: 'each',
  idempotent: 'must',
  body: {
    step: choice(
      queues.filter(({ bulk }) => bulk).map(({ step }) => step),
      { hint: 'Other queues are decided one by one' },
    ),
    orders: many({ orderId: id, rowVersion: integer() }, { most: MOST_AT_ONCE, least: 1, distinct: 'orderId' }),
    remark,
  },
  answer: { results: many(bulkStepResult, { most: MOST_AT_ONCE }) },
})
export type OrdersToApprove = BodyOf<typeof approveMany>

export const showDecision = command('GET decisions', {
  room,
  summary: 'What an approver needs to decide an order: the task, last prices, credit and files',
  who,
  body: ofOrder,
  answer: decision,
})

export const showRoute = command('GET order-route', {
  room,
  summary: 'The approvals that a pending order still needs, with the approvers of each',
  who,
  body: ofOrder,
  answer: many(
    { step: queue, title: text(), reason: text({ max: 500 }), level: integer(), name: text({ max: 500 }) },
    { most: 100 },
  ),
})
export type ApprovalStillNeeded = AnswerOf<typeof showRoute>[number]

export const showDecidedAbove = command('GET decided-above', {
  room,
  summary: 'The orders whose approved value was above an approving limit, and who decided them by which rule',
  who: may(approvingLimits, 'read'),
  body: { limitId: id },
  answer: {
    isTold: flag({ hint: 'Whether the person holds, keeps or audits the limit' }),
    orders: many(
      {
        ...{ orderId: id, orderNo: order.fields.orderNo },
        value: integer({ hint: 'In the unit of the limit' }),
        decided: many({ name: text(), rule: approvalTask.fields.rule, at: instant() }, { most: 100 }),
      },
      { most: 50 },
    ),
  },
})
export type DecidedAbove = AnswerOf<typeof showDecidedAbove>

const token = text({ max: 200, optional: true, hint: 'The secret part of the link' })
const byLink = {
  room,
  who: 'public',
  limit: { name: 'mailed-decisions', tries: 30, seconds: 600 },
  refusals: {
    NOT_FOUND: [404, 'the link has been used, has expired, or never existed'],
    RATE_LIMITED: [429, 'thirty tries in ten minutes'],
  },
} as const
const rowVersion = integer()
const { orderNo, orderDate, grossValue, remarks } = order.fields

export const showMailedTask = command('POST mailed-tasks', {
  ...byLink,
  summary: 'The task that a link in a mail asks about; it changes nothing',
  does: 'reads',
  body: { token },
  answer: {
    ...{ orderNo, orderDate, rowVersion, grossValue, remarks },
    name: text({ hint: 'The name of the person whom the mail was sent to' }),
    customer: text({ max: 255 }),
    placedBy: text(),
    lines: count,
    asked: text(),
    why: text({ max: 255 }),
    measured: maybe(text()),
    dueAt: instant(),
  },
})
/** What the link of a mail asks its receiver to decide. */
export type MailedTask = AnswerOf<typeof showMailedTask>

const step = choice(['approve', 'reject'])

export const decideByMail = command('POST mailed-decisions', {
  ...byLink,
  summary: 'Approves or rejects once by a link in a mail, with the present rights of its receiver',
  sees: 'latest',
  body: { token, step, rowVersion, remark },
  answer: { orderNo, step, status: text({ hint: 'The name of the new state of the order' }) },
})
export type MailedChoice = BodyOf<typeof decideByMail>
/** What became of a decision from a mail. */
export type MailedDecision = AnswerOf<typeof decideByMail>
