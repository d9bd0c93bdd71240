import { choice, date, flag, instant, integer, money, text } from '../../../resources/define/fields.ts'
import { approvalTask } from '../../../resources/orders/approval-task.ts'
import type { Decision, FileToSee, TaskToDecide } from '../../../resources/orders/approvals/decision.ts'
import type { MailedDecision, MailedTask } from '../../../resources/orders/approvals/mailed-task.ts'
import type { ApprovalStillNeeded } from '../../../resources/orders/approvals/order-route.ts'
import type { PaidBefore } from '../../../resources/orders/approvals/paid-before.ts'
import type { QueueRow, WaitingCount } from '../../../resources/orders/approvals/queue-row.ts'
import { order } from '../../../resources/orders/order.ts'
import { approvalSteps } from '../../../resources/trade.ts'
import {
  answerOf,
  anything,
  bodyOf,
  columnsOf,
  forEmployees,
  listOf,
  maybe,
  orNull,
  pageOf,
  type Routes,
} from '../../derive/docs/route.ts'
import type { Person } from '../../derive/rights/person.ts'
import { bulkStepResult } from '../order-routes.ts'

const TAG = 'Approvals'

const toReadOrders = ({ ability }: Person) => ability.can('read', order.path)
const ofOrder = { orderId: integer({ min: 1 }) }
const queue = choice(approvalSteps)
const remark = text({ max: 500, optional: true })
const token = text({ max: 200, hint: 'The secret part of the link' })
const LINK_REFUSALS = {
  404: 'NOT_FOUND: the link has been used, has expired, or never existed',
  429: 'TOO_MANY: thirty tries in ten minutes',
}

const task = answerOf<TaskToDecide>({
  ...columnsOf(approvalTask, 'step', 'level', 'dueAt', 'measuredValue'),
  id: integer(),
  leftMinutes: maybe(integer()),
  mine: flag(),
  onBehalfOf: orNull(text()),
  reason: maybe(text()),
  over: maybe(integer()),
  lineNos: maybe(listOf(integer())),
  deciders: forEmployees(listOf(text())),
  escalatedTo: forEmployees(orNull(text())),
})

/** What other programs may ask of approvals, besides taking the step. */
export const approvalRoutes: Routes = {
  'GET approval-queue': {
    tag: TAG,
    summary: 'The open tasks of a queue that the person may decide, or with of=scope those of all orders they read',
    query: {
      step: queue,
      of: choice(['scope'], { optional: true }),
      sbuId: integer({ optional: true }),
      customerId: integer({ optional: true }),
      overdue: flag({ optional: true }),
      $limit: integer({ min: 0, optional: true }),
      $skip: integer({ min: 0, optional: true }),
    },
    answer: pageOf(
      answerOf<QueueRow>({
        ...columnsOf(approvalTask, 'taskNo', 'level', 'dueAt', 'measuredValue'),
        ...columnsOf(order, 'orderNo', 'orderDate', 'grossValue'),
        id: integer(),
        createdAt: instant(),
        rowVersion: integer(),
        ageMinutes: integer(),
        leftMinutes: maybe(integer()),
        reason: maybe(orNull(text())),
        orderId: integer(),
        customerCode: text(),
        customerName: text(),
        sbu: text(),
        placedBy: text(),
        waitsFor: orNull(text()),
        escalatedTo: orNull(text()),
      }),
    ),
    isFor: toReadOrders,
  },
  'GET approval-counts': {
    tag: TAG,
    summary:
      'How many tasks of each queue the person may decide now, how many are overdue, and since when the oldest waits',
    answer: listOf(
      answerOf<WaitingCount>({ step: queue, total: integer(), overdue: integer(), oldest: orNull(instant()) }),
    ),
  },
  'POST approve-many': {
    tag: TAG,
    summary: 'Approves the tasks of at most 50 orders of one queue, each separately',
    body: bodyOf({
      step: queue,
      orders: listOf(bodyOf({ orderId: integer({ min: 1 }), rowVersion: integer() }), 50),
      remark,
    }),
    answer: answerOf({ results: listOf(bulkStepResult) }),
    isIdempotent: 'must',
    isFor: toReadOrders,
  },
  'GET decisions': {
    tag: TAG,
    summary: 'What an approver needs to decide an order: the task, last prices, credit and files',
    query: ofOrder,
    answer: answerOf<Decision>({
      task: orNull(task),
      lastPrices: listOf(
        answerOf<PaidBefore>({
          productId: integer(),
          orderId: integer(),
          orderNo: text(),
          orderDate: date(),
          qty: integer(),
          netPrice: money(),
          priceUnit: integer(),
        }),
      ),
      credit: orNull(anything('What the payer owes and has on order, for people who see it')),
      files: listOf(answerOf<FileToSee>({ what: text(), lineNo: orNull(integer()), id: integer(), fileName: text() })),
    }),
    isFor: toReadOrders,
  },
  'GET order-route': {
    tag: TAG,
    summary: 'The approvals that a pending order still needs, with the approvers of each',
    query: ofOrder,
    answer: listOf(
      answerOf<ApprovalStillNeeded>({ step: queue, title: text(), reason: text(), level: integer(), name: text() }),
    ),
    isFor: toReadOrders,
  },
  'POST mailed-tasks': {
    tag: TAG,
    summary: 'The task that a link in a mail asks about; it changes nothing',
    body: bodyOf({ token }),
    answer: answerOf<MailedTask>({
      orderNo: text(),
      orderDate: date(),
      rowVersion: integer(),
      grossValue: money(),
      remarks: orNull(text()),
      name: text(),
      customer: text(),
      placedBy: text(),
      lines: integer(),
      asked: text(),
      why: text(),
      measured: orNull(text()),
      dueAt: instant(),
    }),
    refusals: LINK_REFUSALS,
    isPublic: true,
  },
  'POST mailed-decisions': {
    tag: TAG,
    summary: 'Approves or rejects once by a link in a mail, with the present rights of its receiver',
    body: bodyOf({ token, step: choice(['approve', 'reject']), rowVersion: integer(), remark }),
    answer: answerOf<MailedDecision>({ orderNo: text(), step: choice(['approve', 'reject']), status: text() }),
    refusals: LINK_REFUSALS,
    isPublic: true,
  },
}
