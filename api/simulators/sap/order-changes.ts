import { itemNo } from '../../../resources/sap/codes.ts'
import { collectionRows, fromSapQuantity } from '../../sap/http/odata.ts'
import { inOrderNames, orderServiceOf } from '../../sap/http/order-services.ts'
import { deliveredOf } from '../sap-documents/lookups.ts'
import { etag } from '../sap-documents/read-sales-orders.ts'
import { changeFaults } from '../sap-odata/body-checks.ts'
import { emptyAnswer, messagesIn, type SapMessage, type SimulatorAnswer, sapNotFound, sapRefusal } from './answers.ts'
import { type Availability, confirmedItem, withDelivered } from './schedules.ts'
import type { SapRecord, SimulatorStore, StoredOrder } from './store.ts'

/** A change of a sales order, of one of its items or of a schedule line, made against the etag that they share. */
export interface OrderChange {
  salesOrder: string
  /** Whether it is made at the service of orders free of charge. */
  isFree?: boolean
  /** Null for a change of the header. */
  salesOrderItem: string | null
  /** Null for a change of the header or of an item. */
  scheduleLine: string | null
  ifMatch: string
  body: unknown
}

const path =
  /^A_SalesOrder(WithoutCharge)?(?:\('(\d+)'\)|Item\(SalesOrder\1='(\d+)',SalesOrder\1Item='(\d+)'\)|ScheduleLine\(SalesOrder='(\d+)',SalesOrderItem='(\d+)',ScheduleLine='(\d+)'\))$/

/** What a path below the service names; null for anything that cannot be changed. */
export function changedPlace(
  below: string,
): Pick<OrderChange, 'salesOrder' | 'salesOrderItem' | 'scheduleLine' | 'isFree'> | null {
  const parts = path.exec(below)
  if (!parts) return null
  const [, free, header, ofItem, item, ofLine, lineItem, line] = parts
  return {
    isFree: free !== undefined,
    salesOrder: (header ?? ofItem ?? ofLine)!,
    salesOrderItem: item ?? lineItem ?? null,
    scheduleLine: line ?? null,
  }
}

/**
 * `PATCH` of a sales order, its items and schedule lines, or several of one sales order in a changeset: guarded by the
 * etag that they share, saved all or none; what is billed or delivered stays.
 */
export function patchSalesOrder(store: SimulatorStore, changes: readonly OrderChange[], now: string): SimulatorAnswer {
  const order = store.order(changes[0]!.salesOrder)
  const changed = afterChanges(store, order, changes)
  if ('status' in changed) return changed
  return store.changeOrder(order!, changed, now) ? emptyAnswer : stale
}

/** The messages with which a change would be refused; nothing is changed. */
export function faultsOfChange(store: SimulatorStore, change: OrderChange): SapMessage[] {
  const changed = afterChanges(store, store.order(change.salesOrder), [change])
  return 'status' in changed ? messagesIn(changed) : []
}

function afterChanges(store: SimulatorStore, order: StoredOrder | null, changes: readonly OrderChange[]) {
  let changed = order
  for (const asked of changes) {
    if (!order || !changed || asked.salesOrder !== order.salesOrder) return notFound(asked)
    const change = { isFree: order.category === 'I', ...asked }
    if (change.isFree !== (order.category === 'I')) return notFound(change)
    const refusal = refusalOf(store, order, change)
    if (refusal) return refusal
    const named = {
      ...change,
      body: inOrderNames(orderServiceOf({ isFreeOfCharge: change.isFree }), change.body as SapRecord),
    }
    const result = named.salesOrderItem === null ? withHeader(changed, named) : withItem(changed, named)
    if ('status' in result) return result
    changed = result
  }
  return changed!
}

const notFound = ({ salesOrder, salesOrderItem }: OrderChange) =>
  sapNotFound(
    salesOrderItem === null ? `sales order ${salesOrder}` : `item ${salesOrderItem} of sales order ${salesOrder}`,
  )

function refusalOf(store: SimulatorStore, order: StoredOrder, change: OrderChange): SimulatorAnswer | null {
  const { ifMatch, body, salesOrderItem, scheduleLine, isFree = false } = change
  if (ifMatch === '') return sapRefusal(428, [{ code: '/IWBEP/CM_MGW_RT/136', message: 'If-Match is missing.' }])
  if (ifMatch !== '*' && ifMatch !== etag(order)) return stale
  const of = orderServiceOf({ isFreeOfCharge: isFree })
  const set = salesOrderItem === null ? of.order : scheduleLine === null ? of.item : of.scheduleLine!
  const faults = changeFaults(store.entities.type(set), body, store.entities.type)
  return faults.length > 0 ? sapRefusal(400, faults) : null
}

const withHeader = (order: StoredOrder, { body }: OrderChange): StoredOrder => ({
  ...order,
  body: { ...order.body, ...(body as SapRecord) },
})

function withItem(order: StoredOrder, change: OrderChange): StoredOrder | SimulatorAnswer {
  const item = order.items.find(row => itemNo(String(row.SalesOrderItem)) === itemNo(change.salesOrderItem!))
  if (!item) return notFound(change)
  const body = change.body as SapRecord
  const quantity = body.RequestedQuantity === undefined ? null : fromSapQuantity(body.RequestedQuantity)
  const delivered = deliveredOf(item)
  const isTooLate = order.billedAt !== null && (quantity === null || quantity < delivered)
  if (isTooLate)
    return sapRefusal(400, [{ code: 'V1/498', message: `Item ${Number(item.SalesOrderItem)} is already billed.` }])
  if (quantity !== null && quantity < delivered)
    return sapRefusal(400, [
      { code: 'V1/499', message: `Item ${Number(item.SalesOrderItem)}: the quantity is less than what is delivered.` },
    ])
  const changed = change.scheduleLine === null ? changedItem(order.body, item, body, {}) : withLine(order, item, change)
  if (!changed) return notFound(change)
  return { ...order, items: order.items.map(row => (row === item ? changed : row)) }
}

function withLine(order: StoredOrder, item: SapRecord, { scheduleLine, body }: OrderChange): SapRecord | null {
  const lines = collectionRows(item.to_ScheduleLine)
  const line = lines.find(row => Number(row.ScheduleLine) === Number(scheduleLine))
  if (!line) return null
  const results = lines.map(row => (row === line ? { ...row, ...(body as SapRecord) } : row))
  return changedItem(order.body, item, { to_ScheduleLine: { results } }, {})
}

/** An item with a change in it and its stock checked anew; what is delivered of it stays. */
export function changedItem(header: SapRecord, item: SapRecord, change: SapRecord, stock: Availability): SapRecord {
  const { to_ScheduleLine, ...rest } = { ...item, ...change }
  const unchanged = change.RequestedQuantity === undefined ? { to_ScheduleLine } : {}
  const firstDay = collectionRows(to_ScheduleLine)[0]?.RequestedDeliveryDate ?? header.RequestedDeliveryDate
  return withDelivered(confirmedItem({ ...rest, ...unchanged }, firstDay, stock), deliveredOf(item))
}

const stale = sapRefusal(412, [{ code: '/IWBEP/CM_MGW_RT/040', message: 'The data was changed since it was read.' }])
