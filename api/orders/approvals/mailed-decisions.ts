import type { Application } from '@feathersjs/koa'
import type { Knex } from 'knex'
import type { ApprovalLink } from '../../../resources/orders/approval-link.ts'
import type { ApprovalTask } from '../../../resources/orders/approval-task.ts'
import type { MailedDecision, MailedTask } from '../../../resources/orders/approvals/mailed-task.ts'
import { queueOf } from '../../../resources/orders/approvals/queues.ts'
import { orderProcess } from '../../../resources/orders/order-process.ts'
import { approvalInSentence } from '../../../resources/orders/order-status.ts'
import { recordEvent } from '../../derive/history/record-event.ts'
import { type Person, readPerson } from '../../derive/rights/person.ts'
import type { Author } from '../../derive/save/write.ts'
import type { Call } from '../../derive/service.ts'
import { conflict, invalidField, notFound } from '../../platform/errors.ts'
import type { RateLimits } from '../../platform/rate-limit.ts'
import { transact } from '../../platform/transact.ts'
import { measuredText } from '../mail/mail-deciders.ts'
import { type Order, readOrder } from '../move-order.ts'
import { readStepInput } from '../step-input.ts'
import { demandReadableOrder, takeStepInTransaction } from '../take-step.ts'
import { consumeApprovalLink, findApprovalLink } from './approval-links.ts'
import { decidableTask, needTask } from './decide.ts'

type Body = Record<string, unknown>

/** One message for links that are used, expired, replaced or never existed, so that nobody learns which. */
const LINK_INVALID = 'This link was used or has expired: sign in to see your open tasks.'

/**
 * Serves decisions from mails, without a session. `POST /api/mailed-tasks { token }` shows the task and changes
 * nothing, because mail scanners open links too; `POST /api/mailed-decisions { token, step, remark, rowVersion }`
 * approves or rejects it once, with the current rights of the mail's receiver. Thirty tries in ten minutes, then 429.
 */
export function serveMailedDecisions(app: Application, db: Knex, limits: RateLimits) {
  const byAddress = limits.of('mailed-decisions', { tries: 30, seconds: 600 })
  const tasks = {
    async create({ token }: Body, call: Call): Promise<MailedTask> {
      await byAddress.take(call.author?.ip ?? '')
      const { person, order, task } = await findLinkedTask(db, token)
      return summaryOf(db, person, order, task)
    },
  }
  const decisions = {
    async create({ token, step, remark, rowVersion, ...rest }: Body, call: Call): Promise<MailedDecision> {
      await byAddress.take(call.author?.ip ?? '')
      if (step !== 'approve' && step !== 'reject') throw invalidField('step', 'ENUM', 'step must be approve or reject')
      const [extra] = Object.keys(rest)
      if (extra)
        throw invalidField(extra.slice(0, 60), 'UNKNOWN_FIELD', `${extra.slice(0, 60)} is not part of a decision`)
      // A decision applies only to the version that was shown.
      if (!Number.isSafeInteger(rowVersion))
        throw invalidField('rowVersion', 'REQUIRED', 'rowVersion is required: send the version that was shown')
      const { ip = null, requestId = null } = call.author ?? {}
      const decide = async (trx: Knex): Promise<MailedDecision> => {
        const { link, person, order, task } = await findLinkedTask(trx, token)
        if (!(await consumeApprovalLink(trx, link))) throw notFound(LINK_INVALID)
        const author: Author = { id: person.id, source: 'UI', ip, requestId, reason: 'Decided from a mail' }
        const input = readStepInput(step, {
          orderId: order.id,
          step,
          rowVersion,
          ...(remark !== undefined && { remark }),
        })
        const [after] = await takeStepInTransaction(trx, step, input, person, author)
        const what = { orderNo: order.orderNo, step }
        await recordEvent(trx, author, {
          action: 'STATUS',
          entity: 'approval-task',
          entityId: task.id,
          businessKey: task.taskNo,
          what,
        })
        return { orderNo: order.orderNo, step, status: orderProcess.states[after!.status].staff }
      }
      return transact(db, decide, 'latest')
    },
  }
  app.use('api/mailed-tasks', tasks as never, { methods: ['create'] } as never)
  app.use('api/mailed-decisions', decisions as never, { methods: ['create'] } as never)
}

interface LinkedTask {
  link: ApprovalLink
  person: Person
  order: Order
  task: ApprovalTask
}

/**
 * Finds the task of a link and its receiver with their current rights. Throws 404 for every invalid link, and 409 when
 * the task is decided already.
 */
async function findLinkedTask(db: Knex, token: unknown): Promise<LinkedTask> {
  const link = await findApprovalLink(db, token)
  const person = link && (await readPerson(db, link.userId))
  if (!link || !person || person.mustChangePassword) throw notFound(LINK_INVALID)
  const { orderId } = await db('approval_task').where({ id: link.taskId }).first('orderId')
  const order = await readOrder(db, orderId)
  const task = await decidableTask(db, orderId, person)
  if (task?.id !== link.taskId)
    throw conflict('TASK_ALREADY_DONE', `Order ${order.orderNo} is no longer waiting for this decision`)
  await demandReadableOrder(db, orderId, person)
  await needTask(db, orderId, person)
  return { link, person, order, task }
}

/** A summary of the task for its decider. */
async function summaryOf(db: Knex, person: Person, order: Order, task: ApprovalTask): Promise<MailedTask> {
  const names = await db('customer').where({ id: order.customerId }).first('code', 'name')
  const placedBy = await db('user').where({ id: order.placedById }).first('name')
  const [{ lines }] = (await db('order_line')
    .where({ orderId: order.id, lineStatus: 'OPEN' })
    .count({ lines: '*' })) as [{ lines: number }]
  return {
    name: person.name,
    orderNo: order.orderNo,
    orderDate: order.orderDate,
    rowVersion: order.rowVersion,
    customer: `${names.code} ${names.name}`,
    placedBy: placedBy.name as string,
    lines: Number(lines),
    grossValue: order.grossValue,
    asked: approvalInSentence(task.step),
    why: queueOf(task.step).purpose,
    measured: measuredText(task),
    dueAt: task.dueAt,
    remarks: order.remarks,
  }
}
