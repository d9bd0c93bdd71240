import { standardFields } from '../fields.ts'
import { collectionRows, fromSapQuantity, itemNo, sapInstant } from '../odata.ts'
import { dataAnswer, emptyAnswer, numbersIn, type SimulatorAnswer, sapNotFound, sapRefusal } from './answers.ts'
import { changesPage } from './changes.ts'
import { salesOrderFaults } from './checks.ts'
import { type Availability, confirmedItem } from './schedules.ts'
import type { SapRecord, SimulatorStore, StoredOrder } from './store.ts'

/**
 * `POST A_SalesOrder`: checks the deep insert as SAP would and numbers the order. Like SAP, it accepts the same order
 * twice.
 */
export function postSalesOrder(store: SimulatorStore, body: unknown, now: string): SimulatorAnswer {
  const faults = salesOrderFaults(body)
  if (faults.length > 0) return sapRefusal(400, faults)
  const { to_Item, ...header } = body as SapRecord
  const items = collectionRows(to_Item)
  if (items.some(item => item.Material === 'SAPFAIL-TECH'))
    return sapRefusal(500, [{ code: 'SY/500', message: 'Internal server error: the update task was terminated.' }])
  const salesOrder = store.addOrder(
    String(header.PurchaseOrderByShipToParty ?? header.PurchaseOrderByCustomer ?? ''),
    header,
    items.map(item => confirmedItem(item, header.RequestedDeliveryDate)),
    now,
  )
  return dataAnswer(shown(store.order(salesOrder)!), 201)
}

/** `GET A_SalesOrder?$filter=PurchaseOrderByShipToParty eq '…'`, or by the customer's number, or which of some numbers there are. */
export function findSalesOrders(store: SimulatorStore, query: URLSearchParams): SimulatorAnswer {
  const filter = /^\s*PurchaseOrderBy(?:ShipToParty|Customer) eq '((?:[^']|'')*)'\s*$/.exec(query.get('$filter') ?? '')
  const numbers = filter ? null : numbersIn('SalesOrder', query.get('$filter') ?? '')
  if (numbers) {
    const found = numbers.flatMap(number => store.order(number) ?? [])
    return dataAnswer({ results: found.map(order => selected(shown(order), query)) })
  }
  if (!filter) return sapRefusal(400, [{ code: '/IWBEP/CM_MGW_RT/021', message: 'Invalid filter expression.' }])
  const found = store.ordersByOrderNo(filter[1]!.replaceAll("''", "'"))
  return dataAnswer({ results: found.map(order => selected(shown(order), query)) })
}

/** `GET A_SalesOrder` by change time, paged, with items and schedule lines. */
export const getSalesOrders = (store: SimulatorStore, query: URLSearchParams, address: string): SimulatorAnswer =>
  changesPage(query, address, (since, top, skip) => store.ordersChanged(since, top, skip).map(shown))

export function getSalesOrder(store: SimulatorStore, salesOrder: string, query: URLSearchParams): SimulatorAnswer {
  const order = store.order(salesOrder)
  return order ? dataAnswer(selected(shown(order), query)) : sapNotFound(`sales order ${salesOrder}`)
}

export function getSalesOrderItem(store: SimulatorStore, salesOrder: string, salesOrderItem: string): SimulatorAnswer {
  const order = store.order(salesOrder)
  const item = order?.items.find(row => itemNo(String(row.SalesOrderItem)) === itemNo(salesOrderItem))
  return order && item
    ? dataAnswer(shownItem(order, item))
    : sapNotFound(`item ${salesOrderItem} of sales order ${salesOrder}`)
}

/** A change of one item: a rejection reason or a smaller quantity, made against an etag. */
export interface ItemChange {
  salesOrder: string
  salesOrderItem: string
  ifMatch: string
  body: unknown
}

/**
 * `PATCH A_SalesOrderItem`, or several of one sales order in a changeset: guarded by the etag that all its items share,
 * saved all or none; refused once billed.
 */
export function patchSalesOrderItems(
  store: SimulatorStore,
  changes: readonly ItemChange[],
  now: string,
): SimulatorAnswer {
  const order = store.order(changes[0]!.salesOrder)
  let items = order?.items ?? []
  for (const change of changes) {
    const item = items.find(row => itemNo(String(row.SalesOrderItem)) === itemNo(change.salesOrderItem))
    if (!order || !item || change.salesOrder !== changes[0]!.salesOrder)
      return sapNotFound(`item ${change.salesOrderItem} of sales order ${change.salesOrder}`)
    const refusal = itemRefusal(order, change)
    if (refusal) return refusal
    const changed = changedItem(order, item, (change.body ?? {}) as SapRecord, {})
    items = items.map(row => (row === item ? changed : row))
  }
  return store.changeItems(order!, items, now) ? emptyAnswer : stale
}

function itemRefusal(order: StoredOrder, { salesOrderItem, ifMatch, body }: ItemChange): SimulatorAnswer | null {
  if (ifMatch === '') return sapRefusal(428, [{ code: '/IWBEP/CM_MGW_RT/136', message: 'If-Match is missing.' }])
  if (ifMatch !== '*' && ifMatch !== etag(order)) return stale
  const change = (body ?? {}) as SapRecord
  const unknown = Object.keys(change).find(name => name !== 'SalesDocumentRjcnReason' && name !== 'RequestedQuantity')
  const quantity = change.RequestedQuantity
  if (unknown) return sapRefusal(400, [{ code: '/IWBEP/CM_MGW_RT/021', message: `Property '${unknown}' is invalid.` }])
  if (quantity !== undefined && !(typeof quantity === 'string' && /^\d{1,10}(\.\d{1,3})?$/.test(quantity)))
    return sapRefusal(400, [
      { code: '/IWBEP/CM_MGW_RT/021', message: `Invalid value for property 'RequestedQuantity'.` },
    ])
  if (order.billedAt)
    return sapRefusal(400, [{ code: 'V1/498', message: `Item ${Number(salesOrderItem)} is already billed.` }])
  return null
}

/**
 * `POST /sap/simulator/item { salesOrder, item, … }`: simulates a change in SAP itself or a result of its stock check:
 * `quantity`, `rejection`, `plant`, `price` for one unit, `confirmedDate`, `confirmedQuantity`, or `deleted: true`;
 * quantities and prices as decimal text, the day as `2026-11-30`.
 */
export function answerItem(store: SimulatorStore, body: unknown, now: string): SimulatorAnswer {
  const input = (body ?? {}) as SapRecord
  const { salesOrder, item: no, quantity, rejection, plant, price, confirmedDate, confirmedQuantity } = input
  const order = store.order(String(salesOrder))
  const item = order?.items.find(row => Number(row.SalesOrderItem) === Number(no))
  if (!order || !item) return sapNotFound(`item ${no} of sales order ${salesOrder}`)
  if (input.deleted === true) {
    const left = order.items.filter(row => row !== item)
    return store.changeItems(order, left, now) ? emptyAnswer : stale
  }
  const change = {
    ...(quantity !== undefined && { RequestedQuantity: String(quantity) }),
    ...(rejection !== undefined && { SalesDocumentRjcnReason: String(rejection) }),
    ...(plant !== undefined && { ProductionPlant: String(plant) }),
    ...(price !== undefined && { to_PricingElement: { results: repriced(item, String(price)) } }),
  }
  const stock = {
    ...(confirmedDate !== undefined && { confirmedDate: String(confirmedDate) }),
    ...(confirmedQuantity !== undefined && { confirmedQuantity: fromSapQuantity(confirmedQuantity) }),
  }
  return changeItem(store, order, item, change, stock, now) ? emptyAnswer : stale
}

const repriced = (item: SapRecord, price: string) =>
  collectionRows(item.to_PricingElement).map(row =>
    row.ConditionType === standardFields.price ? { ...row, ConditionRateValue: price } : row,
  )

/** `POST /sap/simulator/order { salesOrder, deleted: true }`: simulates the deletion of a sales order in SAP. */
export function answerOrder(store: SimulatorStore, body: unknown): SimulatorAnswer {
  const { salesOrder, deleted } = (body ?? {}) as SapRecord
  if (deleted !== true) return sapRefusal(400, [{ code: 'SY/530', message: 'Say { "salesOrder", "deleted": true }.' }])
  return store.deleteOrder(String(salesOrder)) ? emptyAnswer : sapNotFound(`sales order ${salesOrder}`)
}

/** Saves a changed item with a new stock check; false when somebody changed the order meanwhile. */
function changeItem(
  store: SimulatorStore,
  order: StoredOrder,
  item: SapRecord,
  change: SapRecord,
  stock: Availability,
  now: string,
) {
  const changed = changedItem(order, item, change, stock)
  return store.changeItems(
    order,
    order.items.map(row => (row === item ? changed : row)),
    now,
  )
}

function changedItem(order: StoredOrder, item: SapRecord, change: SapRecord, stock: Availability): SapRecord {
  const { to_ScheduleLine, ...rest } = { ...item, ...change }
  const unchanged = change.RequestedQuantity === undefined ? { to_ScheduleLine } : {}
  const firstDay = collectionRows(to_ScheduleLine)[0]?.RequestedDeliveryDate ?? order.body.RequestedDeliveryDate
  return confirmedItem({ ...rest, ...unchanged }, firstDay, stock)
}

const stale = sapRefusal(412, [{ code: '/IWBEP/CM_MGW_RT/040', message: 'The data was changed since it was read.' }])

const etag = (order: StoredOrder) => `W/"'${order.version}'"`

/** SAP gives item numbers back without their leading zeros. */
const shownItem = (order: StoredOrder, item: SapRecord): SapRecord => ({
  __metadata: { type: 'API_SALES_ORDER_SRV.A_SalesOrderItemType', etag: etag(order) },
  ...item,
  SalesOrder: order.salesOrder,
  SalesOrderItem: `${Number(item.SalesOrderItem)}`,
})

const shown = (order: StoredOrder): SapRecord => ({
  __metadata: { type: 'API_SALES_ORDER_SRV.A_SalesOrderType', etag: etag(order) },
  ...order.body,
  SalesOrder: order.salesOrder,
  OverallSDProcessStatus: order.billedAt ? 'C' : 'A',
  LastChangeDateTime: sapInstant(order.changedAt),
  to_Item: { results: order.items.map(item => shownItem(order, item)) },
})

function selected(row: SapRecord, query: URLSearchParams): SapRecord {
  const names = query.get('$select')?.split(',')
  return names
    ? Object.fromEntries(Object.entries(row).filter(([name]) => name === '__metadata' || names.includes(name)))
    : row
}
