import type { Knex } from 'knex'
import { can } from '../../resources/capabilities.ts'
import { type Actor, refusalOf } from '../../resources/define/flow.ts'
import { order as orders } from '../../resources/orders/order.ts'
import { type OrderAction, orderFlow } from '../../resources/orders/order-flow.ts'
import { reasonsOf } from '../../resources/orders/step-reasons.ts'
import type { StepTaken } from '../../resources/orders/step-taken.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { readableOn } from '../derive/rights/field-conditions.ts'
import { needAuthor, needPerson } from '../derive/rights/need-person.ts'
import type { Person } from '../derive/rights/person.ts'
import { type Author, only } from '../derive/save/write.ts'
import type { Call } from '../derive/service.ts'
import { conflict, forbidden, invalidField, notFound } from '../platform/errors.ts'
import { once } from '../platform/idempotency.ts'
import { retryNow } from '../sap/sap-status.ts'
import { acceptOrder, approveOrder, needTask, rejectOrder, type Said, sendBackOrder } from './approvals/decide.ts'
import { cancelOpen } from './cancel/cancel-open.ts'
import { askCancel } from './cancel/request-cancellation.ts'
import { changeLines } from './change-lines.ts'
import { copyOrder } from './copy-order.ts'
import { toldOf } from './dealer-prices.ts'
import { deleteLines } from './delete-lines.ts'
import { moveOrder, type Order, readOrder } from './move-order.ts'
import { copyDifferences } from './quote/price-differences.ts'
import { demandInSap, markCreated } from './sap/mark-created.ts'
import { standing } from './step-availability.ts'
import { type Asked, readStepInput, type StepInput } from './step-input.ts'
import { submitOrder } from './submit-order.ts'
import { keepWhy } from './why-refused.ts'
import { cancelOrder, deleteOrder } from './withdraw-order.ts'

type Take = (trx: Knex, order: Order, said: Said) => Promise<Order[]>

/** What each step does that a person takes on an order that exists; saving has its own request. */
const takes = {
  submit: (trx, order, said) => submitOrder(trx, order, 'submit', said.author, said.notDuplicate),
  resubmit: (trx, order, said) => submitOrder(trx, order, 'resubmit', said.author, said.notDuplicate),
  approve: async (trx, order, said) => [await approveOrder(trx, order, said)],
  reject: async (trx, order, said) => [await rejectOrder(trx, order, said)],
  sendBack: async (trx, order, said) => [await sendBackOrder(trx, order, said)],
  changeLine: async (trx, order, said) => [await changeLines(trx, order, said)],
  accept: async (trx, order, said) => [await acceptOrder(trx, order, said)],
  decline: async (trx, order, said) => [
    await (said.leadsTo === 'DRAFT' ? sendBackOrder : rejectOrder)(trx, order, said, 'decline'),
  ],
  markCreated: async (trx, order, said) => [await markCreated(trx, order, said)],
  cancelStuck: async (trx, order, said) => [await cancelOrder(trx, order, said, 'cancelStuck')],
  cancel: async (trx, order, said) => [await cancelOrder(trx, order, said)],
  cancelOpen: async (trx, order, said) => [await cancelOpen(trx, order, said)],
  askCancel: async (trx, order, said) => [await askCancel(trx, order, said)],
  deleteLines: async (trx, order, said) => [await deleteLines(trx, order, said)],
  delete: async (trx, order, said) => [await deleteOrder(trx, order, said)],
  copy: async (trx, order, { person, author }) => [await copyOrder(trx, order, person, author)],
  retry: async (trx, order, { author }) => {
    await retryNow(trx, order.id)
    return [await moveOrder(trx, order, { step: 'retry', status: order.status }, author)]
  },
} satisfies Partial<Record<OrderAction, Take>>

export type Taken = keyof typeof takes
/** Whether people take this step by a request of its own. */
export const isTaken = (step: unknown): step is Taken => typeof step === 'string' && Object.hasOwn(takes, step)

/** `POST /api/order-steps { orderId, step, remark, rowVersion, … }`: the only way an order's state moves. */
export const takeStep =
  (db: Knex) =>
  async (body: Record<string, unknown>, call: Call): Promise<StepTaken> => {
    const person = needPerson(call)
    const author = needAuthor(call)
    const { step } = body
    if (!isTaken(step)) throw invalidField('step', 'ENUM', `step must be one of ${Object.keys(takes).join(', ')}`)
    const input = readStepInput(step, body)
    if (step === 'markCreated') await demandInSap(db, input, person)
    const taken = once(db, call, `order-steps/${step}`, body, async trx => {
      const [first, ...created] = await takeOne(trx, step, input, person, author)
      const readable = await readableOn(trx, orders, person, first!.id)
      return {
        order: only(toldOf(orders, readable, person, first!.soldToId), first!),
        created: created.map(({ id, orderNo }) => ({ id, orderNo })),
        ...(step === 'copy' && { repriced: await copyDifferences(trx, first!, person) }),
      }
    })
    return taken.catch(error => keepWhy(db, error))
  }

/** Takes a step in a transaction, once the flow lets the person: the order as it is then, and those made with it. */
export async function takeOne(
  trx: Knex,
  step: Taken,
  { orderId, rowVersion, ...asked }: StepInput,
  person: Person,
  author: Author,
): Promise<Order[]> {
  await demandTouch(trx, orderId, step, person)
  const order = await readOrder(trx, orderId)
  if (rowVersion !== null && rowVersion !== order.rowVersion) {
    throw conflict('STALE_ROW', 'Somebody changed this order meanwhile: load it again', {
      theirs: { rowVersion: order.rowVersion, status: order.status },
    })
  }
  const { subject, actors } = await standing(trx, order, person)
  const refusal = refusalOf(orderFlow, step, subject, actors)
  // The flow only says that it is not his to decide; this says that it waits for another, or that somebody was faster.
  if (refusal && isDecision(step)) await needTask(trx, orderId, person)
  if (refusal?.code === 'FORBIDDEN')
    throw forbidden(`${refusal.message}: the order is ${orderFlow.states[order.status]}`)
  if (refusal) throw conflict(refusal.code, refusal.message)
  await demandReason(trx, step, asked)
  return takes[step](trx, order, { ...asked, person, author })
}

const isDecision = (step: Taken) => (orderFlow.steps[step].by as readonly Actor[]).includes('assignee')

/** A reason of the step's own kind; one that must be given may be a code or words, and «other» needs words. */
async function demandReason(trx: Knex, step: Taken, { remark, reasonCodeId }: Pick<Asked, 'remark' | 'reasonCodeId'>) {
  const { label } = orderFlow.steps[step]
  if (reasonCodeId !== null) {
    const reason = await trx('reason_code')
      .where({ id: reasonCodeId, reasonType: reasonsOf[step] ?? '', isActive: 1 })
      .first('code')
    if (!reason) throw invalidField('reasonCodeId', 'UNKNOWN_REF', 'Reason is not known here: choose one from the list')
    if (reason.code !== 'OTHER') return
  }
  if (orderFlow.steps[step].remark === 'required' && remark === null)
    throw invalidField('remark', 'REQUIRED', `Remark is required: say why (${label.toLowerCase()})`)
}

/** 404 unless the person may read the order. */
export async function demandRead(db: Knex, orderId: number, person: Person) {
  const row = await restrict(db('order').where('order.id', orderId), db, orders, person, 'read').first('order.id')
  if (!row) throw notFound()
}

/** The IT administrator, who reads no orders, takes the steps that get one through to SAP or out of its way (§I.2). */
const mends: readonly Taken[] = ['retry', 'markCreated', 'cancelStuck']

async function demandTouch(trx: Knex, orderId: number, step: Taken, person: Person) {
  if (!(mends.includes(step) && can(person, 'handleFailedOrdersOfAll'))) return demandRead(trx, orderId, person)
  if (!(await trx('order').where({ id: orderId }).first('id'))) throw notFound()
}
