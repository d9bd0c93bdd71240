import type { SimulatedMode } from '../../../resources/platform/simulated-sap.ts'
import { standardFields } from '../../sap/http/fields.ts'
import { collectionRows, fromSapQuantity, sapDate } from '../../sap/http/odata.ts'
import { inOrderNames, type OrderService, orderServiceOf } from '../../sap/http/order-services.ts'
import { readSalesOrders } from '../sap-documents/read-sales-orders.ts'
import {
  emptyAnswer,
  type SapMessage,
  type SimulatorAnswer,
  sapNotFound,
  sapRefusal,
  warningHeader,
} from './answers.ts'
import { salesOrderFaults } from './checks.ts'
import { changedItem } from './order-changes.ts'
import { type Availability, confirmedItem } from './schedules.ts'
import type { SapRecord, SimulatorStore, StoredOrder } from './store.ts'
import { notification } from './xml-answers.ts'

interface Posting {
  /** The full address, for the links of the answer. */
  address?: string
  /** Whether it is posted to the service of orders free of charge. */
  isFree?: boolean
  modes?: readonly SimulatedMode[]
}

/**
 * `POST A_SalesOrder`: checks the deep insert as SAP would and numbers the order. Like SAP, it accepts the same order
 * twice, with a warning.
 */
export function postSalesOrder(
  store: SimulatorStore,
  body: unknown,
  now: string,
  { address = '', isFree = false, modes = [] }: Posting = {},
): SimulatorAnswer {
  const faults = salesOrderFaults(body, isFree)
  if (faults.length > 0) return sapRefusal(400, faults)
  const of = orderServiceOf({ isFreeOfCharge: isFree })
  const { to_Item, ...header } = inOrderNames(of, body as SapRecord)
  const items = collectionRows(to_Item)
  if (items.some(item => item.Material === 'SAPFAIL-TECH'))
    return sapRefusal(500, [{ code: 'SY/500', message: 'Internal server error: the update task was terminated.' }])
  const checked = items.map(item => confirmedItem(item, header.RequestedDeliveryDate))
  const orderNo = String(header.PurchaseOrderByShipToParty ?? header.PurchaseOrderByCustomer ?? '')
  const incomplete = modes.includes('incomplete') ? [missingData] : []
  const warnings = [...incomplete, ...repeatedReference(store, orderNo), ...unconfirmed(checked)]
  const salesOrder = store.addOrder(orderNo, header, checked, now, isFree ? 'I' : 'C')
  const headers = modes.includes('xml-warnings') ? { 'sap-message': notification(warnings) } : warningHeader(warnings)
  return { ...posted(store, salesOrder, of, address), status: 201, headers: warnings.length > 0 ? headers : {} }
}

const missingData: SapMessage = {
  code: 'V1/555',
  message: 'The sales document is incomplete: maintain the missing data.',
}

function posted(store: SimulatorStore, salesOrder: string, of: OrderService, address: string): SimulatorAnswer {
  const inserted = `${of.expand},to_Item/to_Text,to_Partner,to_Text`
  const query = new URLSearchParams({ $expand: inserted, 'sap-language': 'EN' })
  const serviceUrl = address.slice(0, address.lastIndexOf('/'))
  const path = `${of.order}('${salesOrder}')`
  return readSalesOrders(store, { service: of.service, path, query, serviceUrl, url: address, pageLimit: 1 })
}

const repeatedReference = (store: SimulatorStore, orderNo: string): SapMessage[] =>
  (orderNo ? store.ordersByOrderNo(orderNo) : []).map(({ salesOrder }) => ({
    code: 'V4/115',
    message: `Purchase order number already exists in sales document ${salesOrder}.`,
  }))

/** Items that the stock check does not confirm for the day they are asked for. */
const unconfirmed = (items: SapRecord[]): SapMessage[] =>
  items
    .filter(({ to_ScheduleLine }) => collectionRows(to_ScheduleLine).some(row => row.ConfirmedDeliveryDate === null))
    .map(row => ({
      code: 'V4/083',
      message: `Item ${Number(row.SalesOrderItem)} can not be delivered on the requested date.`,
    }))

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
  const save = (items: SapRecord[]) => (store.changeItems(order, items, now) ? emptyAnswer : sapRefusal(412, []))
  if (input.deleted === true) return save(order.items.filter(row => row !== item))
  const change = {
    ...(quantity !== undefined && { RequestedQuantity: String(quantity) }),
    ...(rejection !== undefined && { SalesDocumentRjcnReason: String(rejection) }),
    ...(plant !== undefined && { ProductionPlant: String(plant) }),
    ...(price !== undefined && { to_PricingElement: { results: repriced(item, String(price)) } }),
  }
  const stock: Availability = {
    ...(confirmedDate !== undefined && { confirmedDate: String(confirmedDate) }),
    ...(confirmedQuantity !== undefined && { confirmedQuantity: fromSapQuantity(confirmedQuantity) }),
  }
  const changed = changedItem(order.body, item, change, stock)
  return save(order.items.map(row => (row === item ? changed : row)))
}

const repriced = (item: SapRecord, price: string) =>
  collectionRows(item.to_PricingElement).map(row =>
    row.ConditionType === standardFields.price ? { ...row, ConditionRateValue: price } : row,
  )

/**
 * `POST /sap/simulator/order { salesOrder, deleted: true }`, `{ salesOrder, requestedDate }` or `{ salesOrder, currency }`:
 * simulates that a sales order is deleted in SAP, or changed there, with the same numbers in another currency.
 */
export function answerOrder(store: SimulatorStore, body: unknown, now: string): SimulatorAnswer {
  const { salesOrder, deleted, requestedDate, currency } = (body ?? {}) as SapRecord
  const order = store.order(String(salesOrder))
  if (deleted !== true && typeof requestedDate !== 'string' && typeof currency !== 'string')
    return sapRefusal(400, [
      { code: 'SY/530', message: 'Say { "salesOrder", "deleted": true }, "requestedDate" or "currency".' },
    ])
  if (!order) return sapNotFound(`sales order ${salesOrder}`)
  if (deleted === true) store.deleteOrder(order.salesOrder)
  else if (typeof currency === 'string') store.changeOrder(order, inCurrency(order, currency), now)
  else store.changeOrder(order, moved(order, String(requestedDate)), now)
  return emptyAnswer
}

const moved = ({ body, items }: StoredOrder, day: string) => ({
  body: { ...body, RequestedDeliveryDate: sapDate(day) },
  items,
})

const inCurrency = ({ body, items }: StoredOrder, TransactionCurrency: string) => ({
  body: { ...body, TransactionCurrency },
  items: items.map(item => ({
    ...item,
    to_PricingElement: {
      results: collectionRows(item.to_PricingElement).map(row => ({ ...row, ConditionCurrency: TransactionCurrency })),
    },
  })),
})
