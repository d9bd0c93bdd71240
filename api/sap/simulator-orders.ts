import { type Answer, data, notFound, nothing, refused } from './simulator-answers.ts'
import { changesPage } from './simulator-changes.ts'
import { salesOrderFaults } from './simulator-checks.ts'
import { type Availability, confirmedItem } from './simulator-schedules.ts'
import type { Row, SimulatorStore, StoredOrder } from './simulator-store.ts'
import { itemNo, quantityOf, results, sapInstant } from './wire.ts'

/** `POST A_SalesOrder`: checks the deep insert as SAP would and numbers the order. SAP itself takes the same order twice. */
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

/** `GET A_SalesOrder?$filter=PurchaseOrderByShipToParty eq '…'`, or by the customer's number: the only search the portal makes. */
export function findSalesOrders(store: SimulatorStore, query: URLSearchParams): Answer {
  const asked = /^\s*PurchaseOrderBy(?:ShipToParty|Customer) eq '((?:[^']|'')*)'\s*$/.exec(query.get('$filter') ?? '')
  if (!asked) return refused(400, [{ code: '/IWBEP/CM_MGW_RT/021', message: 'Invalid filter expression.' }])
  const found = store.ordersByOrderNo(asked[1]!.replaceAll("''", "'"))
  return data({ results: found.map(order => selected(shown(order), query)) })
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
 * `POST /sap/simulator/item { salesOrder, item, quantity?, rejection?, confirmedDate?, confirmedQuantity? }`: what a person
 * changes in SAP itself, or what its stock check finds; quantities as decimal text, the day as `2026-11-30`.
 */
export function answerItem(store: SimulatorStore, body: unknown, now: string): Answer {
  const { salesOrder, item: no, quantity, rejection, confirmedDate, confirmedQuantity } = (body ?? {}) as Row
  const order = store.order(String(salesOrder))
  const item = order?.items.find(row => Number(row.SalesOrderItem) === Number(no))
  if (!order || !item) return notFound(`item ${no} of sales order ${salesOrder}`)
  const change = {
    ...(quantity !== undefined && { RequestedQuantity: String(quantity) }),
    ...(rejection !== undefined && { SalesDocumentRjcnReason: String(rejection) }),
  }
  const said = {
    ...(confirmedDate !== undefined && { confirmedDate: String(confirmedDate) }),
    ...(confirmedQuantity !== undefined && { confirmedQuantity: quantityOf(confirmedQuantity) }),
  }
  return changeItem(store, order, item, change, said, now) ? nothing : stale
}

/** Saves a changed item and has its stock checked anew; false when somebody changed the order meanwhile. */
function changeItem(
  store: SimulatorStore,
  order: StoredOrder,
  item: Row,
  change: Row,
  said: Availability,
  now: string,
) {
  const { to_ScheduleLine, ...rest } = { ...item, ...change }
  const asked = change.RequestedQuantity === undefined ? { to_ScheduleLine } : {}
  const firstDay = results(to_ScheduleLine)[0]?.RequestedDeliveryDate ?? order.body.RequestedDeliveryDate
  const changed = confirmedItem({ ...rest, ...asked }, firstDay, said)
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
