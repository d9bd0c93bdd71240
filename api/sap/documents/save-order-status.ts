import type { Knex } from 'knex'
import { type Order, order } from '../../../resources/orders/order.ts'
import { endedStates } from '../../../resources/orders/order-states.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { isUnderWay } from '../../orders/cancel/record-cancellation.ts'
import { applySapChanges } from '../orders/apply-sap-changes.ts'
import { applySapHolds } from '../orders/apply-sap-holds.ts'
import { whyGuarded } from '../reading/guard.ts'
import { type Pull, SapRowError, type SaveOutcome } from '../reading/pull.ts'
import { sapAuthor } from '../sap-author.ts'
import type { SalesOrderStatus } from './sales-order-status.ts'

/** Reads the state of orders in SAP: its quantities and dates win once it has confirmed an order. */
export const orderStatusPull: Pull<SalesOrderStatus> = {
  object: 'ORDER_STATUS',
  title: 'Sales order',
  since: (sap, instant, how) => sap.salesOrdersSince(instant, how),
  numberOf: ({ sapOrderNo }) => sapOrderNo,
  save: saveOrderStatus,
  guard,
}

/** Updates one order from SAP; with `isFull` also where it is unchanged. Throws SapRowError. */
export async function saveOrderStatus(
  trx: Knex,
  document: SalesOrderStatus,
  { isFull, note }: { isFull: boolean; note(wrong: SapRowError): void },
): Promise<SaveOutcome> {
  const { sapOrderNo, changedAt, askedAt } = document
  const [existing] = await rowsOf(trx, order, rows => rows.where({ sapOrderNo }))
  if (!existing) return unknown(trx, document)
  if (!isFull && existing.sapChangedAt !== null && existing.sapChangedAt >= changedAt) return 'same'
  // The portal changed the order after SAP was asked: SAP did not know of it.
  if (existing.updatedAt > askedAt) return 'later'
  if (document.isDeleted && !isUnderWay(existing)) return deletedTooLate(existing)
  const changed = await applySapChanges(trx, existing, document, note, sapAuthor)
  const held = await applySapHolds(trx, existing.id, document, sapAuthor)
  const outcome = changed === 'same' && held ? 'updated' : changed
  if (outcome !== 'later') await trx('order').where({ id: existing.id }).update({ sapChangedAt: changedAt })
  return outcome
}

/** Orders that were entered in SAP itself are not ours. One that bears our number is being sent, or needs a person. */
async function unknown(trx: Knex, { sapOrderNo, orderNo }: SalesOrderStatus): Promise<SaveOutcome> {
  if (orderNo === null || !/^OR\d{10}$/.test(orderNo)) return 'same'
  const about = `Sales order ${sapOrderNo}`
  const [ours] = await rowsOf(trx, order, rows => rows.where({ orderNo }))
  if (!ours) throw new SapRowError('orderNo', `${about}: the portal has no order ${orderNo}`)
  if (ours.sapOrderNo !== null) {
    const message = `${about} says it is order ${orderNo}, which is ${ours.sapOrderNo} in SAP: refuse one of the two there`
    throw new SapRowError('orderNo', message, 'DUPLICATE_KEY')
  }
  if (ours.status === 'APPROVED') return 'later'
  throw wrongNumber(sapOrderNo, orderNo)
}

/** SAP has an order under our number that is not confirmed here. */
export const wrongNumber = (sapOrderNo: string, orderNo: string) =>
  new SapRowError(
    'status',
    `Sales order ${sapOrderNo} is order ${orderNo}, which was not confirmed here: refuse it in SAP, or enter it again`,
    'NOT_ALLOWED_STATE',
  )

/** What has ended here is not changed; what was dispatched is not undone by deleting it in SAP. */
function deletedTooLate({ orderNo, sapOrderNo, status }: Order): SaveOutcome {
  if (isEnded(status)) return 'same'
  const message = `Sales order ${sapOrderNo} was deleted in SAP, and order ${orderNo} cannot follow: it is ${status} here`
  throw new SapRowError('status', message, 'NOT_ALLOWED_STATE')
}

const isEnded = (status: Order['status']) => (endedStates as readonly string[]).includes(status)

async function guard(db: Knex, documents: AsyncIterable<SalesOrderStatus>): Promise<string | null> {
  const open = new Set<string>(
    await db('order').whereIn('status', ['CONFIRMED', 'PARTIALLY_DISPATCHED']).pluck('sapOrderNo'),
  )
  let ended = 0
  for await (const { sapOrderNo, items } of documents)
    if (open.has(sapOrderNo) && items.every(item => item.rejectionCode !== null && item.deliveredQty === 0)) ended++
  return whyGuarded(ended, { seen: open.size, known: open.size, title: 'open orders' })
}
