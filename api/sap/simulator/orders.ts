import { standardFields } from '../fields.ts'
import { itemNo, quantityOf, results, sapInstant } from '../odata.ts'
import { type Answer, data, notFound, nothing, refused } from './answers.ts'
import { changesPage } from './changes.ts'
import { salesOrderFaults } from './checks.ts'
import { type Availability, confirmedItem } from './schedules.ts'
import type { Row, SimulatorStore, StoredOrder } from './store.ts'

/**
 * `POST A_SalesOrder`: checks the deep insert as SAP would and numbers the order. Like SAP, it accepts the same order
 * twice.
 */
export function postSalesOrder(store: SimulatorStore, body: unknown, now: string): Answer {
  const faults = salesOrderFaults(body)
  if (faults.length > 0) return refused(400, faults)
  const { to_Item, ...header } = body as Row
  const items = results(to_Item)
  if (items.some(item => item.Material === 'SAPFAIL-TECH'))
    return refused(500, [{ code: 'SY/500', message: 'Internal server error: the update task was terminated.' }])
  const salesOrder = store.addOrder(
    String(header.PurchaseOrderByShipToParty ?? header.PurchaseOrderByCustomer ?? ''),
    header,
    items.map(item => confirmedItem(item, header.RequestedDeliveryDate)),
    now,
  )
  return data(shown(store.order(salesOrder)!), 201)
}

/** `GET A_SalesOrder?$filter=PurchaseOrderByShipToParty eq '…'`, or by the customer's number, or which of some numbers there are. */
export function findSalesOrders(store: SimulatorStore, query: URLSearchParams): Answer {
  const filter = /^\s*PurchaseOrderBy(?:ShipToParty|Customer) eq '((?:[^']|'')*)'\s*$/.exec(query.get('$filter') ?? '')
  const numbers = filter ? null : numbersIn(query.get('$filter') ?? '')
  if (numbers) {
    const found = numbers.flatMap(number => store.order(number) ?? [])
    return data({ results: found.map(order => selected(shown(order), query)) })
  }
  if (!filter) return refused(400, [{ code: '/IWBEP/CM_MGW_RT/021', message: 'Invalid filter expression.' }])
  const found = store.ordersByOrderNo(filter[1]!.replaceAll("''", "'"))
  return data({ results: found.map(order => selected(shown(order), query)) })
}

function numbersIn(filter: string): string[] | null {
  const parts = filter.split(' or ').map(part => /^SalesOrder eq '(\d{1,10})'$/.exec(part.trim())?.[1])
  return parts.every(part => part !== undefined) ? (parts as string[]) : null
}

/** `GET A_SalesOrder` by change time, paged, with items and schedule lines. */
export const getSalesOrders = (store: SimulatorStore, query: URLSearchParams, address: string): Answer =>
  changesPage(query, address, (since, top, skip) => store.ordersChanged(since, top, skip).map(shown))

export function getSalesOrder(store: SimulatorStore, salesOrder: string, query: URLSearchParams): Answer {
  const order = store.order(salesOrder)
  return order ? data(selected(shown(order), query)) : notFound(`sales order ${salesOrder}`)
}

export function getSalesOrderItem(store: SimulatorStore, salesOrder: string, salesOrderItem: string): Answer {
  const order = store.order(salesOrder)
  const item = order?.items.find(row => itemNo(String(row.SalesOrderItem)) === itemNo(salesOrderItem))
  return order && item ? data(shownItem(order, item)) : notFound(`item ${salesOrderItem} of sales order ${salesOrder}`)
}

/** `PATCH A_SalesOrderItem`: a rejection reason or a smaller quantity, guarded by the etag; refused once billed. */
export function patchSalesOrderItem(
  store: SimulatorStore,
  salesOrder: string,
  salesOrderItem: string,
  ifMatch: string,
  body: unknown,
  now: string,
): Answer {
  const order = store.order(salesOrder)
  const item = order?.items.find(row => itemNo(String(row.SalesOrderItem)) === itemNo(salesOrderItem))
  if (!order || !item) return notFound(`item ${salesOrderItem} of sales order ${salesOrder}`)
  if (ifMatch === '') return refused(428, [{ code: '/IWBEP/CM_MGW_RT/136', message: 'If-Match is missing.' }])
  if (ifMatch !== '*' && ifMatch !== etag(order)) return stale
  const change = (body ?? {}) as Row
  const unknown = Object.keys(change).find(name => name !== 'SalesDocumentRjcnReason' && name !== 'RequestedQuantity')
  const quantity = change.RequestedQuantity
  if (unknown) return refused(400, [{ code: '/IWBEP/CM_MGW_RT/021', message: `Property '${unknown}' is invalid.` }])
  if (quantity !== undefined && !(typeof quantity === 'string' && /^\d{1,10}(\.\d{1,3})?$/.test(quantity)))
    return refused(400, [{ code: '/IWBEP/CM_MGW_RT/021', message: `Invalid value for property 'RequestedQuantity'.` }])
  if (order.billedAt)
    return refused(400, [{ code: 'V1/498', message: `Item ${Number(salesOrderItem)} is already billed.` }])
  return changeItem(store, order, item, change, {}, now) ? nothing : stale
}

/**
 * `POST /sap/simulator/item { salesOrder, item, … }`: simulates a change in SAP itself or a result of its stock check:
 * `quantity`, `rejection`, `plant`, `price` for one unit, `confirmedDate`, `confirmedQuantity`, or `deleted: true`;
 * quantities and prices as decimal text, the day as `2026-11-30`.
 */
export function answerItem(store: SimulatorStore, body: unknown, now: string): Answer {
  const input = (body ?? {}) as Row
  const { salesOrder, item: no, quantity, rejection, plant, price, confirmedDate, confirmedQuantity } = input
  const order = store.order(String(salesOrder))
  const item = order?.items.find(row => Number(row.SalesOrderItem) === Number(no))
  if (!order || !item) return notFound(`item ${no} of sales order ${salesOrder}`)
  if (input.deleted === true) {
    const left = order.items.filter(row => row !== item)
    return store.changeItems(order, left, now) ? nothing : stale
  }
  const change = {
    ...(quantity !== undefined && { RequestedQuantity: String(quantity) }),
    ...(rejection !== undefined && { SalesDocumentRjcnReason: String(rejection) }),
    ...(plant !== undefined && { ProductionPlant: String(plant) }),
    ...(price !== undefined && { to_PricingElement: { results: repriced(item, String(price)) } }),
  }
  const stock = {
    ...(confirmedDate !== undefined && { confirmedDate: String(confirmedDate) }),
    ...(confirmedQuantity !== undefined && { confirmedQuantity: quantityOf(confirmedQuantity) }),
  }
  return changeItem(store, order, item, change, stock, now) ? nothing : stale
}

const repriced = (item: Row, price: string) =>
  results(item.to_PricingElement).map(row =>
    row.ConditionType === standardFields.price ? { ...row, ConditionRateValue: price } : row,
  )

/** `POST /sap/simulator/order { salesOrder, deleted: true }`: simulates the deletion of a sales order in SAP. */
export function answerOrder(store: SimulatorStore, body: unknown): Answer {
  const { salesOrder, deleted } = (body ?? {}) as Row
  if (deleted !== true) return refused(400, [{ code: 'SY/530', message: 'Say { "salesOrder", "deleted": true }.' }])
  return store.deleteOrder(String(salesOrder)) ? nothing : notFound(`sales order ${salesOrder}`)
}

/** Saves a changed item with a new stock check; false when somebody changed the order meanwhile. */
function changeItem(
  store: SimulatorStore,
  order: StoredOrder,
  item: Row,
  change: Row,
  stock: Availability,
  now: string,
) {
  const { to_ScheduleLine, ...rest } = { ...item, ...change }
  const unchanged = change.RequestedQuantity === undefined ? { to_ScheduleLine } : {}
  const firstDay = results(to_ScheduleLine)[0]?.RequestedDeliveryDate ?? order.body.RequestedDeliveryDate
  const changed = confirmedItem({ ...rest, ...unchanged }, firstDay, stock)
  return store.changeItems(
    order,
    order.items.map(row => (row === item ? changed : row)),
    now,
  )
}

const stale = refused(412, [{ code: '/IWBEP/CM_MGW_RT/040', message: 'The item was changed by somebody else.' }])

const etag = (order: StoredOrder) => `W/"'${order.version}'"`

/** SAP gives item numbers back without their leading zeros. */
const shownItem = (order: StoredOrder, item: Row): Row => ({
  __metadata: { type: 'API_SALES_ORDER_SRV.A_SalesOrderItemType', etag: etag(order) },
  ...item,
  SalesOrder: order.salesOrder,
  SalesOrderItem: `${Number(item.SalesOrderItem)}`,
})

const shown = (order: StoredOrder): Row => ({
  __metadata: { type: 'API_SALES_ORDER_SRV.A_SalesOrderType', etag: etag(order) },
  ...order.body,
  SalesOrder: order.salesOrder,
  OverallSDProcessStatus: order.billedAt ? 'C' : 'A',
  LastChangeDateTime: sapInstant(order.changedAt),
  to_Item: { results: order.items.map(item => shownItem(order, item)) },
})

function selected(row: Row, query: URLSearchParams): Row {
  const names = query.get('$select')?.split(',')
  return names
    ? Object.fromEntries(Object.entries(row).filter(([name]) => name === '__metadata' || names.includes(name)))
    : row
}
