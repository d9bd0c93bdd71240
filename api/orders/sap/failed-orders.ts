import { FeathersError } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { readsInternal } from '../../../resources/access.ts'
import { can } from '../../../resources/capabilities.ts'
import { refusalOf } from '../../../resources/define/process/process.ts'
import { MOST_AT_ONCE } from '../../../resources/orders/approvals/queues.ts'
import type { BulkStepResult } from '../../../resources/orders/bulk-step-result.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import { plainOrder } from '../../../resources/orders/order-guards.ts'
import { mayTakeStep, orderProcess } from '../../../resources/orders/order-process.ts'
import type { StuckAlike } from '../../../resources/orders/sap/commands.ts'
import { errorWords } from '../../../resources/orders/sap/error-words.ts'
import type { FailedOrder, StuckOrder } from '../../../resources/orders/sap/failed-order.ts'
import type { Trace } from '../../../resources/orders/trace.ts'
import type { Call } from '../../derive/call.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import type { Author } from '../../derive/save/author.ts'
import { isStuck, refusedMessages, retryNow } from '../../outbox/messages-of-order.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { NO_APPROVAL } from '../approvals/next-approval.ts'
import { moveOrder, placeOf, readOrder } from '../move-order.ts'
import { notDone, takeStepOfMany } from '../take-step-of-many.ts'
import { stuckOrders } from './stuck-orders.ts'

const MAX_ROWS = 500

/** System administrators see all orders, although they read no others; everybody else sees those of their scope. */
export const inScope = (rows: Knex.QueryBuilder, db: Knex, person: Person) =>
  can(person, 'handleFailedOrdersOfAll') ? rows : restrict(rows, db, orders, person, 'read')

/** Resubmits the orders with an error that has been fixed, as far as the person may, and tells the result of each. */
export async function resubmitWith(db: Knex, errorCode: string, person: Person, call: Call) {
  const all = (await failedFor(db, person)).filter(row => row.errorCode === errorCode && mayResubmit(person, row))
  const results: BulkStepResult[] = []
  for (const { id, rowVersion } of all.slice(0, MOST_AT_ONCE))
    results.push(await takeStepOfMany(db, 'resubmit', { orderId: id, rowVersion }, call))
  return { results, left: Math.max(0, all.length - MOST_AT_ONCE) }
}

/** The orders in error in the person's reach; buyers get our words. */
export async function failedFor(db: Knex, person: Person): Promise<FailedOrder[]> {
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
 * Retries the messages to SAP that wait too long, or those with one class of error, each order in its own transaction,
 * and tells the result of each.
 */
export async function retryAlike(
  db: Knex,
  { errorClass }: StuckAlike,
  person: Person,
  author: Author,
): Promise<BulkStepResult[]> {
  if (!mayTakeStep(person, 'retry')) throw forbidden('Only CSC agents and IT administrators can retry orders')
  const stuck = (await stuckFor(db, person)).filter(row => errorClass === null || row.errorClass === errorClass)
  const results: BulkStepResult[] = []
  for (const [orderId, [row]] of Map.groupBy(stuck, one => one.orderId))
    results.push(await retryOne(db, orderId, row!.orderNo, author))
  return results
}

/** Retries the messages of one order; somebody else may have mended it since it was listed. */
async function retryOne(db: Knex, orderId: number, orderNo: string, author: Author): Promise<BulkStepResult> {
  try {
    const { status, pendingStep } = await transact(db, async trx => {
      const order = await readOrder(trx, orderId)
      if (!(await isStuck(trx, orderId))) throw conflict('NOT_ALLOWED_STATE', 'It no longer waits for SAP')
      await retryNow(trx, orderId)
      return moveOrder(trx, order, { step: 'retry', ...placeOf(order) }, author)
    })
    return { orderId, orderNo, status, pendingStep, ...NO_APPROVAL, refused: null }
  } catch (error) {
    if (!(error instanceof FeathersError && error.code < 500)) throw error
    return { ...notDone(orderId, error.message), orderNo }
  }
}

/** The stuck messages in the person's reach; buyers read neither the words of SAP nor ours for each other. */
export async function stuckFor(db: Knex, person: Person): Promise<StuckOrder[]> {
  const stuck = await stuckOrders(db, rows => inScope(rows, db, person))
  return readsInternal(person.roles)
    ? stuck
    : stuck.map(row => ({ ...row, lastError: null, errorClass: null, errorCode: null }))
}
