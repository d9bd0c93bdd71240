import { sum } from '../../../resources/define/amounts.ts'
import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { dayOfSap, fromSapQuantity, toSapQuantity } from '../../sap/http/odata.ts'
import { withDelivered } from '../sap/schedules.ts'
import type { SapRecord, SimulatorStore, StoredOrder } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import { type DeliveryWishes, deliveredRows, openOf } from './delivery-rows.ts'
import { deliveredOf, partnerOf, rowsWhere } from './lookups.ts'
import { nextNumber } from './numbers.ts'
import { Refused } from './refused.ts'

/**
 * Delivers what is confirmed of an order and open, a delivery a plant, without posting the goods issue; returns their
 * numbers. Throws Refused when nothing is left to deliver.
 */
export function deliver(store: SimulatorStore, salesOrder: string, wishes: DeliveryWishes, at: string): string[] {
  return store.entities.together(() => {
    const order = orderOf(store, salesOrder)
    const open = order.items.filter(item => openOf(item) > 0)
    if (open.length === 0) throw new Refused(`Nothing is left to deliver of sales order ${salesOrder}.`)
    const plants = Map.groupBy(open, item => String(item.ProductionPlant ?? ''))
    const numbers = [...plants].map(([plant, items]) => addDelivery(store, order, plant, items, wishes, at))
    const items = order.items.map(item => withDelivered(item, deliveredOf(item) + openOf(item)))
    store.advance({ ...order, items }, { deliveredAt: at, issuedAt: null }, at)
    return numbers
  })
}

export function orderOf(store: SimulatorStore, salesOrder: string): StoredOrder {
  const order = store.order(salesOrder)
  if (!order) throw new Refused(`Sales order ${salesOrder} does not exist.`)
  return order
}

function addDelivery(
  store: SimulatorStore,
  order: StoredOrder,
  plant: string,
  items: SapRecord[],
  wishes: DeliveryWishes,
  at: string,
): string {
  const number = `${nextNumber(store.db, 'delivery')}`
  const rows = items.flatMap((item, index) => deliveredRows(store, order, item, (index + 1) * 10, wishes, at))
  for (const row of rows) store.entities.put('A_OutbDeliveryItem', { ...row, DeliveryDocument: number, Plant: plant })
  const weight = sum(rows.map(row => fromSapQuantity(row.ItemGrossWeight ?? '0')))
  store.entities.put('A_OutbDeliveryHeader', {
    ...header(order, at),
    DeliveryDocument: number,
    ShippingPoint: String(items[0]?.ShippingPoint ?? plant),
    BillOfLading: wishes.withoutLr ? '' : `LR${number.slice(-6)}`,
    HeaderGrossWeight: toSapQuantity(weight),
    HeaderWeightUnit: 'KG',
  })
  for (const [PartnerFunction, Customer] of [
    ['SP', order.body.SoldToParty],
    ['SH', partnerOf(order, 'SH')],
  ])
    store.entities.put('A_OutbDeliveryPartner', { SDDocument: number, PartnerFunction, Customer })
  return number
}

function header({ body, category, ...order }: StoredOrder, at: string): Row {
  const day = dayOf(at)
  return {
    DeliveryDocumentType: 'LF',
    SDDocumentCategory: 'J',
    CreationDate: day,
    CreationTime: at.slice(11, 19),
    // SAP fills it when somebody changes the delivery for the first time.
    LastChangeDate: null,
    DocumentDate: day,
    DeliveryDate: body.RequestedDeliveryDate ? dayOfSap(body.RequestedDeliveryDate) : day,
    // In UTC, in which the Indian day begins on the evening before.
    PlannedGoodsIssueDate: addDays(day, -1),
    GoodsIssueTime: '18:30:00',
    ActualGoodsMovementDate: null,
    OverallGoodsMovementStatus: 'A',
    OverallPickingStatus: 'C',
    OverallSDProcessStatus: 'A',
    OverallDelivReltdBillgStatus: category === 'I' ? '' : 'A',
    SalesOrganization: body.SalesOrganization,
    SoldToParty: body.SoldToParty,
    ShipToParty: partnerOf({ body, category, ...order }, 'SH'),
    ShippingType: body.ShippingType ?? '',
    IncotermsClassification: body.IncotermsClassification ?? '',
    TransactionCurrency: 'INR',
    TotalNumberOfPackage: '1',
  }
}

/** Posts the goods issue of a delivery: its goods have left the plant. Throws Refused when they had already. */
export function issueGoods(store: SimulatorStore, delivery: string, at: string) {
  store.entities.together(() => {
    const row = store.entities.find('A_OutbDeliveryHeader', [delivery])
    if (!row) throw new Refused(`Delivery ${delivery} does not exist.`)
    if (row.OverallGoodsMovementStatus === 'C')
      throw new Refused(`The goods of delivery ${delivery} have left already.`)
    const day = dayOf(at)
    store.entities.put('A_OutbDeliveryHeader', {
      ...row,
      ActualGoodsMovementDate: day,
      ActualGoodsMovementTime: at.slice(11, 19),
      OverallGoodsMovementStatus: 'C',
      LastChangeDate: day,
    })
    for (const item of store.entities.below('A_OutbDeliveryItem', [delivery]))
      store.entities.put('A_OutbDeliveryItem', { ...item, GoodsMovementStatus: 'C', LastChangeDate: day })
  })
}

/** Takes back the goods issue of a delivery: its goods are in stock again. Throws Refused when they had not left. */
export function reverseIssue(store: SimulatorStore, delivery: string, at: string) {
  store.entities.together(() => {
    const row = store.entities.find('A_OutbDeliveryHeader', [delivery])
    if (row?.OverallGoodsMovementStatus !== 'C') throw new Refused(`The goods of delivery ${delivery} have not left.`)
    const LastChangeDate = dayOf(at)
    const open = { ActualGoodsMovementDate: null, OverallGoodsMovementStatus: 'A', LastChangeDate }
    store.entities.put('A_OutbDeliveryHeader', { ...row, ...open })
    for (const item of store.entities.below('A_OutbDeliveryItem', [delivery]))
      store.entities.put('A_OutbDeliveryItem', { ...item, GoodsMovementStatus: 'A', LastChangeDate })
  })
}

/** Deletes a delivery with its items. Throws Refused while its goods have left. */
export function deleteDelivery(store: SimulatorStore, delivery: string) {
  store.entities.together(() => {
    const row = store.entities.find('A_OutbDeliveryHeader', [delivery])
    if (!row) throw new Refused(`Delivery ${delivery} does not exist.`)
    if (row.OverallGoodsMovementStatus === 'C')
      throw new Refused(`The goods of delivery ${delivery} have left: take the goods issue back first.`)
    for (const item of store.entities.below('A_OutbDeliveryItem', [delivery]))
      store.entities.remove('A_OutbDeliveryItem', [delivery, item.DeliveryDocumentItem])
    store.entities.remove('A_OutbDeliveryHeader', [delivery])
  })
}

/** The deliveries of an order. */
export const deliveriesOf = (store: SimulatorStore, salesOrder: string): Row[] => {
  const items = rowsWhere(store, 'A_OutbDeliveryItem', [['ReferenceSDDocument', salesOrder]])
  const numbers = new Set(items.map(item => String(item.DeliveryDocument)))
  return [...numbers].map(number => store.entities.find('A_OutbDeliveryHeader', [number])).filter(row => row !== null)
}
