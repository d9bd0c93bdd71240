import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import { stepsFor } from '../../../resources/define/flow.ts'
import { MOST_AT_ONCE } from '../../../resources/orders/approvals/queues.ts'
import type { OneOfMany } from '../../../resources/orders/bulk-step-result.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import { orderFlow } from '../../../resources/orders/order-flow.ts'
import { plainOrder } from '../../../resources/orders/order-guards.ts'
import type { FailedOrder } from '../../../resources/orders/sap/failed-order.ts'
import type { Trace } from '../../../resources/orders/trace.ts'
import { sapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { needAuthor, needPerson } from '../../derive/rights/need-person.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Call } from '../../derive/service.ts'
import { forbidden, invalidField } from '../../platform/errors.ts'
import { demandKey } from '../../platform/idempotency.ts'
import { transact } from '../../platform/transact.ts'
import { refusedMessages, retryNow } from '../../sap/sap-status.ts'
import { moveOrder, readOrder } from '../move-order.ts'
import { oneOfMany } from '../step-each.ts'
import { stuckOrders } from './stuck-orders.ts'

const MOST = 500

/** The IT administrator sees what hangs although he reads no orders (§I.2); everybody else those of his scope. */
const inScope = (rows: Knex.QueryBuilder, db: Knex, person: Person) =>
  can(person, 'handleFailedOrdersOfAll') ? rows : restrict(rows, db, orders, person, 'read')

/**
 * `GET /api/orders-in-error`: the orders that SAP or a rule refused, those refused last first, with what SAP was sent; no
 * other amounts are told. `POST { errorCode }` resubmits those with that error which the person may, at most 50 in a run,
 * and says of each what became of it.
 */
export const ordersInError = (db: Knex) => ({
  find: (call: Call) => failedFor(db, needPerson(call)),

  async create(body: Record<string, unknown>, call: Call): Promise<{ results: OneOfMany[]; left: number }> {
    const person = needPerson(call)
    const { errorCode } = only(body, 'errorCode')
    if (typeof errorCode !== 'string' || errorCode === '')
      throw invalidField('errorCode', 'REQUIRED', 'Error code is required: say which error has been mended')
    demandKey(call)
    const all = (await failedFor(db, person)).filter(row => row.errorCode === errorCode && mends(person, row))
    const results: OneOfMany[] = []
    for (const { id, rowVersion } of all.slice(0, MOST_AT_ONCE))
      results.push(await oneOfMany(db, { orderId: id, rowVersion, step: 'resubmit' }, call))
    return { results, left: Math.max(0, all.length - MOST_AT_ONCE) }
  },
})

async function failedFor(db: Knex, person: Person): Promise<FailedOrder[]> {
  demandDesk(person)
  const rows = db('order')
    .join('customer', 'customer.id', 'order.customerId')
    .join('sbu', 'sbu.id', 'order.sbuId')
    .join('user', 'user.id', 'order.placedById')
    .where('order.status', 'IN_ERROR')
    .orderBy('order.statusSince', 'desc')
    .limit(MOST)
    .select(
      'order.id',
      'order.orderNo',
      'order.orderDate',
      'order.rowVersion',
      'order.errorCode',
      'order.errorText',
      'order.errorTrace',
      'order.statusSince',
      'order.sapOrderNo',
      'order.placedById',
      'order.customerId',
      'order.sbuId',
      'order.orderTypeId',
      'customer.channelId',
      'sbu.code as sbu',
      'customer.code as customerCode',
      'customer.name as customerName',
      'user.name as placedBy',
    )
  const found: (Omit<FailedOrder, 'attempts' | 'stoppedBy' | 'of'> &
    FailedOrder['of'] & { errorTrace: string | null })[] = await inScope(rows, db, person)
  const refused = await refusedMessages(
    db,
    found.map(({ id }) => id),
  )
  return found.map(({ errorTrace, customerId, sbuId, orderTypeId, channelId, ...row }) => {
    const message = refused.get(row.id)
    // An order that SAP refused before may stand here now for a rule of ours.
    const bySap = message !== undefined && message.errorText?.slice(0, 500) === row.errorText
    const sent = bySap && person.userType === 'EMPLOYEE' ? { payload: message.payload } : {}
    const of = { customerId, sbuId, orderTypeId, channelId }
    return { ...row, of, stoppedBy: stoppedBy(errorTrace), attempts: bySap ? message.attempts : null, ...sent }
  })
}

/** The master row that stopped an order, by its kept trace; nothing where none did, or where SAP refused it. */
function stoppedBy(errorTrace: string | null): FailedOrder['stoppedBy'] {
  const kept: Trace | null = errorTrace === null ? null : JSON.parse(errorTrace)
  // What won the search for an approver stopped nothing.
  if (kept?.kind !== 'check') return null
  const row = kept.steps.find(({ verdict, row }) => verdict === 'won' && row !== null)?.row
  return row ? { resource: row.resource, id: row.id } : null
}

/** Whether the table lets him resubmit an order in error (§D.2, 13). */
const mends = ({ id, roles }: Person, { placedById }: FailedOrder) =>
  stepsFor(orderFlow, { ...plainOrder, status: 'IN_ERROR' }, placedById === id ? [...roles, 'owner'] : roles).includes(
    'resubmit',
  )

/**
 * `GET /api/orders-stuck`: messages to SAP that wait too long, with what was sent; `POST { errorClass? }` tries all of them,
 * or those that failed so, again at once, each order a transaction of its own, and says how many.
 */
export const ordersStuck = (db: Knex) => ({
  find: (call: Call) => stuckFor(db, needPerson(call)),

  async create(body: Record<string, unknown>, call: Call) {
    const person = needPerson(call)
    const { errorClass } = only(body, 'errorClass')
    if (errorClass !== undefined && !classes.includes(errorClass as string))
      throw invalidField('errorClass', 'ENUM', `Error class must be one of ${classes.join(', ')}, or left out`)
    const author = needAuthor(call)
    const may = stepsFor(orderFlow, { ...plainOrder, status: 'APPROVED', isStuck: true }, person.roles).includes(
      'retry',
    )
    if (!may) throw forbidden('Only the customer service centre and the IT administrator have orders tried again')
    const stuck = (await stuckFor(db, person)).filter(row => errorClass === undefined || row.errorClass === errorClass)
    const ids = [...new Set(stuck.map(({ orderId }) => orderId))]
    for (const id of ids) {
      await transact(db, async trx => {
        const order = await readOrder(trx, id)
        await retryNow(trx, id)
        await moveOrder(trx, order, { step: 'retry', status: order.status }, author)
      })
    }
    return { retried: ids.length }
  },
})

const classes: readonly string[] = sapOutbox.fields.errorClass.options ?? []

/** What was said, if nothing else was. */
function only(body: Record<string, unknown> | undefined, name: string): Record<string, unknown> {
  const unknown = Object.keys(body ?? {}).find(said => said !== name)
  if (unknown) throw invalidField(unknown.slice(0, 60), 'UNKNOWN_FIELD', `${unknown.slice(0, 60)} is not asked here`)
  return body ?? {}
}

/** What was sent holds prices: it is shown to our own people. */
async function stuckFor(db: Knex, person: Person) {
  demandDesk(person)
  const found = await stuckOrders(db, rows => inScope(rows, db, person))
  return person.userType === 'EMPLOYEE' ? found : found.map(({ payload: _, ...row }) => row)
}

function demandDesk(person: Person) {
  if (!can(person, 'seeFailedOrders'))
    throw forbidden('Orders in error or stuck for SAP are shown to sales, their buyers and the service centre')
}
