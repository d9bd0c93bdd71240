import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { type Actor, refusalOf, stepIn } from '../../resources/define/process/process.ts'
import { wordOf } from '../../resources/define/process/states.ts'
import type { StepTaken } from '../../resources/orders/commands/steps.ts'
import { type Order, order as orders } from '../../resources/orders/order.ts'
import { orderProcess } from '../../resources/orders/order-process.ts'
import { reasonsOf } from '../../resources/orders/step-reasons.ts'
import type { UserStep } from '../../resources/orders/user-steps.ts'
import { serviceAgentsOf } from '../access-control/service-agents.ts'
import type { Call } from '../derive/call.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { readableColumnsOfRow } from '../derive/rights/field-conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import type { Author } from '../derive/save/author.ts'
import { pickColumns } from '../derive/save/write.ts'
import { notify } from '../mail/notify.ts'
import { retryNow } from '../outbox/messages-of-order.ts'
import { conflict, forbidden, invalidField, notFound, notOnList } from '../platform/errors.ts'
import { runIdempotent } from '../platform/idempotency.ts'
import { demandAskedInCompany, returnToBuyer } from './approvals/company-yes.ts'
import {
  acceptOrder,
  approveOrder,
  needTask,
  rejectOrder,
  type StepCommand,
  sendBackOrder,
} from './approvals/decide.ts'
import { cancelOpen } from './cancel/cancel-open.ts'
import { copyOrder } from './copy-order.ts'
import { changeLines, deleteLines } from './lines/change-lines.ts'
import { holdOrder, moveOrder, placeOf, readOrder } from './move-order.ts'
import { saveRefusalTrace } from './refusal-trace.ts'
import { changeRequestedDate } from './sap/change-date.ts'
import { demandOrderInSap, markCreated } from './sap/mark-created.ts'
import { stepAvailability } from './step-availability.ts'
import type { StepFields, StepInput, Taken } from './step-fields.ts'
import { submitOrder } from './submit-order.ts'
import { copyChanges } from './terms/kept-terms.ts'
import { cancelOrder, deleteOrder } from './withdraw-order.ts'

type StepHandler = (trx: Knex, order: Order, command: StepCommand) => Promise<Taken>

/** A step that changes the order alone, and keeps everything of it. */
const alone =
  (take: (trx: Knex, order: Order, command: StepCommand) => Promise<Order>): StepHandler =>
  async (...asked) => ({ orders: [await take(...asked)] })

/** What each step does that a person takes on an existing order. */
const stepHandlers: Readonly<Record<UserStep, StepHandler>> = {
  submit: async (trx, order, command) => ({ orders: await submitOrder(trx, order, 'submit', command) }),
  approveInCompany: async (trx, order, command) => ({
    orders: await submitOrder(trx, order, 'approveInCompany', command),
  }),
  returnInCompany: alone(returnToBuyer),
  resubmit: async (trx, order, command) => ({ orders: await submitOrder(trx, order, 'resubmit', command) }),
  approve: alone(approveOrder),
  reject: alone(rejectOrder),
  sendBack: alone(sendBackOrder),
  changeLine: changeLines,
  accept: alone(acceptOrder),
  decline: alone((trx, order, command) =>
    (command.leadsTo === 'DRAFT' ? sendBackOrder : rejectOrder)(trx, order, command, 'decline'),
  ),
  markCreated: alone(markCreated),
  cancelStuck: alone((trx, order, command) => cancelOrder(trx, order, command, 'cancelStuck')),
  cancel: alone(cancelOrder),
  cancelOpen: alone(cancelOpen),
  changeDate: alone(changeRequestedDate),
  askCancel: alone(requestCancellation),
  deleteLines: alone(deleteLines),
  delete: alone(deleteOrder),
  copy: copyOrder,
  retry: alone(async (trx, order, { author }) => {
    await retryNow(trx, order.id)
    return moveOrder(trx, order, { step: 'retry', ...placeOf(order) }, author)
  }),
}

/** Takes a step, the only way to change an order's status, once for the key of the call. */
export async function takeStep(db: Knex, step: UserStep, input: StepInput, call: Call): Promise<StepTaken> {
  const person = requirePerson(call)
  const author = requireAuthor(call)
  if (step === 'markCreated') await demandOrderInSap(db, input, person)
  const take = async (trx: Knex) => {
    const { orders: taken, notKept = [] } = await takeStepInTransaction(trx, step, input, person, author)
    const [first, ...created] = taken
    const readable = await readableColumnsOfRow(trx, orders, person, first!.id)
    return {
      order: pickColumns(readable, first!),
      created: created.map(({ id, orderNo }) => ({ id, orderNo })),
      repriced:
        step === 'copy' && readable.includes('grossValue')
          ? await copyChanges(trx, await readOrder(trx, input.orderId), first!)
          : null,
      notKept: notKept.length > 0 ? notKept : null,
    }
  }
  const result = runIdempotent(db, call, `order-steps/${step}`, input, take, 'latest')
  return result.catch(error => saveRefusalTrace(db, error))
}

/**
 * Takes a step in a transaction that sees the latest, after all checks of the flow.
 */
export async function takeStepInTransaction(
  trx: Knex,
  step: UserStep,
  { orderId, rowVersion, ...fields }: StepInput,
  person: Person,
  author: Author,
): Promise<Taken> {
  await demandAccess(trx, orderId, step, person)
  const order = await holdOrder(trx, orderId)
  if (rowVersion !== null && rowVersion !== order.rowVersion) {
    throw conflict('STALE_ROW', 'Another person changed this order: reload it', {
      theirs: { rowVersion: order.rowVersion, status: order.status },
    })
  }
  const { subject, actors } = await stepAvailability(trx, order, person)
  const refusal = refusalOf(orderProcess, step, subject, actors)
  // The flow knows only that the task is not theirs; this tells whether it waits for somebody else or was already
  // decided.
  if (refusal && isDecision(step)) await needTask(trx, orderId, person)
  if (refusal && isInCompany(step) && person.customerId !== null) demandAskedInCompany(order)
  if (refusal?.code === 'FORBIDDEN')
    throw forbidden(`${refusal.message}: the order is ${wordOf(orderProcess, order.status)}`)
  if (refusal) throw conflict(refusal.code, refusal.message)
  await demandReason(trx, step, fields)
  return stepHandlers[step](trx, order, { ...fields, person, author })
}

const isInCompany = (step: UserStep) => (orderProcess.steps[step].by as readonly Actor[]).includes('colleague')

const isDecision = (step: UserStep) => (orderProcess.steps[step].by as readonly Actor[]).includes('assignee')

/** Throws 400 unless the reason is of the step's type, and is said where required; OTHER needs a remark. */
async function demandReason(
  trx: Knex,
  step: UserStep,
  { remark, reasonCodeId }: Pick<StepFields, 'remark' | 'reasonCodeId'>,
) {
  const { label } = orderProcess.steps[step]
  if (reasonCodeId !== null) {
    const reason = await trx('reason_code')
      .where({ id: reasonCodeId, reasonType: reasonsOf[step] ?? '', isActive: 1 })
      .first('code')
    if (!reason) throw notOnList('reasonCodeId', 'Reason')
    if (reason.code !== 'OTHER') return
  }
  if (stepIn(orderProcess, step).remark?.needed && remark === null)
    throw invalidField('remark', 'REQUIRED', `Remark is required: say why (${label.toLowerCase()})`)
}

/** Throws 404 unless the person may read the order. */
export async function demandReadableOrder(db: Knex, orderId: number, person: Person) {
  const row = await restrict(db('order').where('order.id', orderId), db, orders, person, 'read').first('order.id')
  if (!row) throw notFound()
}

/** Steps that system administrators, who read no orders, take to get one through to SAP or withdrawn. */
const rescueSteps: readonly UserStep[] = ['retry', 'markCreated', 'cancelStuck']

async function demandAccess(trx: Knex, orderId: number, step: UserStep, person: Person) {
  if (!(rescueSteps.includes(step) && can(person, 'handleFailedOrdersOfAll')))
    return demandReadableOrder(trx, orderId, person)
  if (!(await trx('order').where({ id: orderId }).first('id'))) throw notFound()
}

/**
 * Sends a buyer's request to cancel an order that SAP has already to the service centre of the SBU, which decides it.
 */
async function requestCancellation(trx: Knex, order: Order, { remark, person, author }: StepCommand): Promise<Order> {
  await notify(trx, await serviceAgentsOf(trx, order.sbuId), {
    title: `${person.name} asks to cancel order ${order.orderNo}`,
    body: remark,
    link: `/orders/order-history/${order.id}`,
  })
  return moveOrder(trx, order, { step: 'askCancel', ...placeOf(order), remark }, author)
}
