import { FeathersError } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { readsInternal } from '../../../resources/access.ts'
import { can } from '../../../resources/capabilities.ts'
import { refusalOf } from '../../../resources/define/process.ts'
import { MOST_AT_ONCE } from '../../../resources/orders/approvals/queues.ts'
import type { BulkStepResult } from '../../../resources/orders/bulk-step-result.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import { plainOrder } from '../../../resources/orders/order-guards.ts'
import { mayTakeStep, orderProcess } from '../../../resources/orders/order-process.ts'
import { errorWords } from '../../../resources/orders/sap/error-words.ts'
import type { FailedOrder } from '../../../resources/orders/sap/failed-order.ts'
import type { StuckOrder } from '../../../resources/orders/sap/stuck-order.ts'
import type { Trace } from '../../../resources/orders/trace.ts'
import { sapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import type { Author } from '../../derive/save/write.ts'
import type { Call } from '../../derive/service.ts'
import { conflict, forbidden, invalidField, unknownField } from '../../platform/errors.ts'
import { requireIdempotencyKey } from '../../platform/idempotency.ts'
import { transact } from '../../platform/transact.ts'
import { isStuck, refusedMessages, retryNow } from '../../sap/sending/sap-status.ts'
import { moveOrder, placeOf, readOrder } from '../move-order.ts'
import { takeStepOfMany } from '../take-step-of-many.ts'
import { stuckOrders } from './stuck-orders.ts'

const MAX_ROWS = 500

/** System administrators see all orders, although they read no others; everybody else sees those of their scope. */
export const inScope = (rows: Knex.QueryBuilder, db: Knex, person: Person) =>
  can(person, 'handleFailedOrdersOfAll') ? rows : restrict(rows, db, orders, person, 'read')

/**
 * `GET /api/orders-in-error`: the orders that SAP or a rule refused, latest first, without amounts. `POST { errorCode }` resubmits those with this error that the person may resubmit, at most 50 in a run, and
 * returns the result of each.
 */
export const ordersInError = (db: Knex) => ({
  find: (call: Call) => failedFor(db, requirePerson(call)),

  async create(body: Record<string, unknown>, call: Call): Promise<{ results: BulkStepResult[]; left: number }> {
    const person = requirePerson(call)
    const { errorCode } = bodyWithOnly(body, 'errorCode')
    if (typeof errorCode !== 'string' || errorCode === '')
      throw invalidField('errorCode', 'REQUIRED', 'Error code is required: choose the error that has been fixed')
    requireIdempotencyKey(call)
    const all = (await failedFor(db, person)).filter(row => row.errorCode === errorCode && mayResubmit(person, row))
    const results: BulkStepResult[] = []
    for (const { id, rowVersion } of all.slice(0, MOST_AT_ONCE))
      results.push(await takeStepOfMany(db, { orderId: id, rowVersion, step: 'resubmit' }, call))
    return { results, left: Math.max(0, all.length - MOST_AT_ONCE) }
  },
})

/** The orders in error in the person's reach; buyers get our words. Throws 403 for whoever sees none. */
export async function failedFor(db: Knex, person: Person): Promise<FailedOrder[]> {
  demandDesk(person)
  const rows = db('order')
    .join('customer', 'customer.id', 'order.customerId')
    .join('sbu', 'sbu.id', 'order.sbuId')
    .join('user', 'user.id', 'order.placedById')
    .where('order.status', 'IN_ERROR')
    .orderBy('order.statusSince', 'desc')
    .limit(MAX_ROWS)
    .select(
      'order.id',
      'order.orderNo',
      'order.orderDate',
      'order.rowVersion',
      'order.errorCode',
      'order.errorText',
      'order.buyerErrorText',
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
  const failed: (Omit<FailedOrder, 'attempts' | 'stoppedBy' | 'of' | 'means' | 'messageId'> &
    FailedOrder['of'] & { errorTrace: string | null; buyerErrorText: string | null })[] = await inScope(
    rows,
    db,
    person,
  )
  const refused = await refusedMessages(
    db,
    failed.map(({ id }) => id),
  )
  return failed.map(({ errorTrace, buyerErrorText, customerId, sbuId, orderTypeId, channelId, ...row }) => {
    const message = refused.get(row.id)
    // The current error may come from our rules although SAP refused the order earlier.
    const bySap = message !== undefined && message.errorText?.slice(0, 500) === row.errorText
    const of = { customerId, sbuId, orderTypeId, channelId }
    const { means } = errorWords(row.errorCode, row.errorText)
    const forAll = { ...row, means, of, stoppedBy: stoppedBy(errorTrace), attempts: null, messageId: null }
    if (!readsInternal(person.roles)) return { ...forAll, errorText: buyerErrorText ?? means }
    return bySap ? { ...forAll, attempts: message.attempts, messageId: message.id } : forAll
  })
}

/** The master row that stopped an order, from its saved trace; null where no row did or SAP refused it. */
function stoppedBy(errorTrace: string | null): FailedOrder['stoppedBy'] {
  const trace: Trace | null = errorTrace === null ? null : JSON.parse(errorTrace)
  // The row that won a search for an approver did not stop the order.
  if (trace?.kind !== 'check') return null
  const row = trace.steps.find(({ verdict, row }) => verdict === 'won' && row !== null)?.row
  return row ? { resource: row.resource, id: row.id } : null
}

/** Whether the person may resubmit an order in error. */
const mayResubmit = ({ id, roles }: Person, { placedById }: FailedOrder) =>
  !refusalOf(
    orderProcess,
    'resubmit',
    { ...plainOrder, status: 'IN_ERROR' },
    placedById === id ? [...roles, 'owner'] : roles,
  )

/**
 * `GET /api/orders-stuck`: messages to SAP that wait too long. `POST { errorClass? }` retries all of them, or those with
 * this error class, each order in its own transaction, and returns the result of each.
 */
export const ordersStuck = (db: Knex) => ({
  find: (call: Call) => stuckFor(db, requirePerson(call)),

  async create(body: Record<string, unknown>, call: Call): Promise<{ results: BulkStepResult[] }> {
    const person = requirePerson(call)
    const { errorClass } = bodyWithOnly(body, 'errorClass')
    if (errorClass !== undefined && !ERROR_CLASSES.includes(errorClass as string))
      throw invalidField('errorClass', 'ENUM', `Error class must be one of ${ERROR_CLASSES.join(', ')}, or left out`)
    const author = requireAuthor(call)
    if (!mayTakeStep(person, 'retry')) throw forbidden('Only CSC agents and IT administrators can retry orders')
    const stuck = (await stuckFor(db, person)).filter(row => errorClass === undefined || row.errorClass === errorClass)
    const results: BulkStepResult[] = []
    for (const [orderId, [row]] of Map.groupBy(stuck, one => one.orderId))
      results.push(await retryOne(db, orderId, row!.orderNo, author))
    return { results }
  },
})

/** Retries the messages of one order; somebody else may have mended it since it was listed. */
async function retryOne(db: Knex, orderId: number, orderNo: string, author: Author): Promise<BulkStepResult> {
  try {
    const { status, pendingStep } = await transact(db, async trx => {
      const order = await readOrder(trx, orderId)
      if (!(await isStuck(trx, orderId))) throw conflict('NOT_ALLOWED_STATE', 'It no longer waits for SAP')
      await retryNow(trx, orderId)
      return moveOrder(trx, order, { step: 'retry', ...placeOf(order) }, author)
    })
    return { orderId, orderNo, status, pendingStep, refused: null }
  } catch (error) {
    if (!(error instanceof FeathersError && error.code < 500)) throw error
    return { orderId, orderNo, status: null, pendingStep: null, refused: error.message }
  }
}

export const ERROR_CLASSES: readonly string[] = sapOutbox.fields.errorClass.options ?? []

/** The body. Throws 400 when it has any other field than the given one. */
function bodyWithOnly(body: Record<string, unknown> | undefined, name: string): Record<string, unknown> {
  const unknown = Object.keys(body ?? {}).find(key => key !== name)
  if (unknown) throw unknownField(unknown)
  return body ?? {}
}

/**
 * The stuck messages in the person's reach; buyers read neither the words of SAP nor ours for each other. Throws 403 for
 * whoever sees none.
 */
export async function stuckFor(db: Knex, person: Person): Promise<StuckOrder[]> {
  demandDesk(person)
  const stuck = await stuckOrders(db, rows => inScope(rows, db, person))
  return readsInternal(person.roles)
    ? stuck
    : stuck.map(row => ({ ...row, lastError: null, errorClass: null, errorCode: null }))
}

function demandDesk(person: Person) {
  if (!can(person, 'seeFailedOrders'))
    throw forbidden('Orders in error or stuck for SAP are shown to sales, their buyers and CSC agents')
}
