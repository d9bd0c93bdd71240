import type { Knex } from 'knex'
import { type Actor, refusalOf, stepsFor } from '../../resources/define/flow.ts'
import { order as orders } from '../../resources/orders/order.ts'
import { type OrderAction, type OrderSubject, orderFlow } from '../../resources/orders/order-flow.ts'
import { readableBy, restrict } from '../derive/conditions.ts'
import { readId } from '../derive/query.ts'
import type { Call } from '../derive/service.ts'
import { only } from '../derive/write.ts'
import { conflict, forbidden, invalidField, notFound } from '../platform/errors.ts'
import { once } from '../platform/idempotency.ts'
import { needAuthor, needPerson } from '../platform/need-person.ts'
import type { Person } from '../platform/person.ts'
import { isSending, isStuck, retryNow } from '../sap/standing.ts'
import { copyOrder } from './copy-order.ts'
import { toldOf } from './dealer-prices.ts'
import { approveOrder, needTask, rejectOrder, type Said, sendBackOrder, taskOf } from './decide.ts'
import { moveOrder, type Order, readOrder } from './move-order.ts'
import { submitOrder } from './submit-order.ts'
import { cancelOrder, deleteOrder } from './withdraw-order.ts'

type Take = (trx: Knex, order: Order, said: Said) => Promise<Order[]>

/** What each step does that a person takes on an order that exists; saving has its own request. */
const takes = {
  submit: (trx, order, { author }) => submitOrder(trx, order, 'submit', author),
  resubmit: (trx, order, { author }) => submitOrder(trx, order, 'resubmit', author),
  approve: async (trx, order, said) => [await approveOrder(trx, order, said)],
  reject: async (trx, order, said) => [await rejectOrder(trx, order, said)],
  sendBack: async (trx, order, said) => [await sendBackOrder(trx, order, said)],
  cancel: async (trx, order, { remark, author }) => [await cancelOrder(trx, order, remark, author)],
  delete: async (trx, order, { remark, author }) => [await deleteOrder(trx, order, remark, author)],
  copy: async (trx, order, { person, author }) => [await copyOrder(trx, order, person, author)],
  retry: async (trx, order, { author }) => {
    await retryNow(trx, 'ORDER', order.id)
    return [await moveOrder(trx, order, { step: 'retry', status: 'APPROVED' }, author)]
  },
} satisfies Partial<Record<OrderAction, Take>>

type Taken = keyof typeof takes
const isTaken = (step: unknown): step is Taken => typeof step === 'string' && Object.hasOwn(takes, step)

/** `POST /api/order-steps { orderId, step, remark, rowVersion }`: the only way an order's state moves. */
export const takeStep = (db: Knex) => async (body: Record<string, unknown>, call: Call) => {
  const person = needPerson(call)
  const author = needAuthor(call)
  const { orderId, step, remark, rowVersion } = readStep(body)
  return once(db, call, `order-steps/${step}`, body, async trx => {
    await demandRead(trx, orderId, person)
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
    if (isDemanded(step) && remark === null)
      throw invalidField(
        'remark',
        'REQUIRED',
        `Remark is required: say why (${orderFlow.steps[step].label.toLowerCase()})`,
      )
    const [first, ...created] = await takes[step](trx, order, { remark, person, author })
    return {
      order: only(toldOf(orders, readableBy(person, orders), person, first!.soldToId), first!),
      created: created.map(({ id, orderNo }) => ({ id, orderNo })),
    }
  })
}

const isDecision = (step: Taken) => (orderFlow.steps[step].by as readonly Actor[]).includes('assignee')
const isDemanded = (step: Taken) => 'remark' in orderFlow.steps[step]

function readStep({ orderId, step, remark = null, rowVersion = null, ...rest }: Record<string, unknown>) {
  const id = readId(orderId)
  if (id === undefined) throw invalidField('orderId', 'TYPE', 'orderId must be the number of an order')
  if (!isTaken(step)) throw invalidField('step', 'ENUM', `step must be one of ${Object.keys(takes).join(', ')}`)
  if (remark !== null && (typeof remark !== 'string' || remark.length > 500))
    throw invalidField('remark', 'LENGTH', 'Remark must be a text of at most 500 characters')
  if (rowVersion !== null && !Number.isSafeInteger(rowVersion))
    throw invalidField('rowVersion', 'TYPE', 'rowVersion must be a whole number')
  const [extra] = Object.keys(rest)
  if (extra) throw invalidField(extra.slice(0, 60), 'UNKNOWN_FIELD', `${extra.slice(0, 60)} is not part of a step`)
  return {
    orderId: id,
    step,
    remark: (remark as string | null)?.trim() || null,
    rowVersion: rowVersion as number | null,
  }
}

/** 404 unless the person may read the order. */
export async function demandRead(db: Knex, orderId: number, person: Person) {
  const row = await restrict(db('order').where('order.id', orderId), db, orders, person, 'read').first('order.id')
  if (!row) throw notFound()
}

/** What the flow asks of an order, and as whom the person stands to it. */
async function standing(db: Knex, order: Order, person: Person): Promise<{ subject: OrderSubject; actors: Actor[] }> {
  const [{ lines }] = (await db('order_line')
    .where({ orderId: order.id, lineStatus: 'OPEN' })
    .count({ lines: '*' })) as [{ lines: number }]
  const subject = {
    status: order.status,
    openLineCount: Number(lines),
    isSending: order.status === 'APPROVED' && (await isSending(db, 'ORDER', order.id)),
    isStuck: order.status === 'APPROVED' && (await isStuck(db, 'ORDER', order.id)),
  }
  const actors: Actor[] = [...person.roles]
  if (order.placedById === person.id) actors.push('owner')
  if (order.status === 'PENDING' && (await taskOf(db, order.id, person))) actors.push('assignee')
  return { subject, actors }
}

/** `GET /api/order-actions?orderId=`: the buttons, by the same table as the server's refusals. */
export const orderActions = (db: Knex) => ({
  async find(call: Call) {
    const person = needPerson(call)
    const id = readId(call.query?.orderId)
    if (id === undefined) throw invalidField('orderId', 'TYPE', 'orderId must be the number of an order')
    await demandRead(db, id, person)
    const { subject, actors } = await standing(db, await readOrder(db, id), person)
    return stepsFor(orderFlow, subject, actors)
      .filter(step => isTaken(step) || step === 'save' || step === 'correct')
      .map(step => ({
        step,
        label: orderFlow.steps[step].label,
        ...('remark' in orderFlow.steps[step] && { remark: 'required' }),
      }))
  },
})
