import type { SimulatorStore, StoredOrder } from '../sap/store.ts'
import { bill } from './billing.ts'
import { deliver, deliveriesOf, issueGoods } from './deliveries.ts'
import { isHeld } from './holds.ts'
import { Refused } from './refused.ts'

/**
 * What SAP does by itself: an order is delivered a third of `billAfterMs` after it was made, its goods issued at two
 * thirds, and billed at the end. Invoices stay open until somebody pays them.
 */
export function progressDocuments(store: SimulatorStore, billAfterMs: number, at: string) {
  const before = (parts: number) => new Date(Date.parse(at) - (billAfterMs * parts) / 3).toISOString()
  for (const order of store.ordersBefore('deliveredAt', before(1))) deliverDue(store, order, at)
  for (const order of store.ordersBefore('issuedAt', before(2))) if (!isHeld(order)) issueDue(store, order, at)
  for (const order of store.ordersBefore('billedAt', before(3))) if (!isHeld(order)) billDue(store, order, at)
}

function deliverDue(store: SimulatorStore, order: StoredOrder, at: string) {
  if (isHeld(order)) return
  if (!done(() => deliver(store, order.salesOrder, {}, at))) store.advance(order, { deliveredAt: at }, order.changedAt)
}

function issueDue(store: SimulatorStore, order: StoredOrder, at: string) {
  for (const { DeliveryDocument } of deliveriesOf(store, order.salesOrder))
    done(() => issueGoods(store, String(DeliveryDocument), at))
  store.advance(order, { issuedAt: at }, order.changedAt)
}

function billDue(store: SimulatorStore, order: StoredOrder, at: string) {
  if (order.category === 'I') return
  if (!done(() => bill(store, [order.salesOrder], {}, at))) store.advance(order, { billedAt: at }, at)
}

/** Whether SAP could do it. */
function done(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
