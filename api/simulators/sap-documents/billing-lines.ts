import { mulDiv, sum } from '../../../resources/define/amounts.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { standardFields as sap } from '../../sap/http/fields.ts'
import { fromSapQuantity, toSapAmount, toSapQuantity } from '../../sap/http/odata.ts'
import type { SapRecord, SimulatorStore, StoredOrder } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import { deliveriesOf } from './deliveries.ts'
import { type Priced, priced } from './prices.ts'

const rupee = 100

/** One line that is billed: a delivered item with its price. */
export interface BilledLine {
  order: StoredOrder
  /** Null for what is billed without one. */
  delivery: Row | null
  item: Row
  price: Priced
}

/**
 * What has left the plants of an order and is not billed yet: the main item of batches with their quantity and each batch
 * with 0, or by batch the other way round.
 */
export function openLines(
  store: SimulatorStore,
  order: StoredOrder,
  { byBatch = false, percent = 100 }: { byBatch?: boolean; percent?: number } = {},
): BilledLine[] {
  return deliveriesOf(store, order.salesOrder)
    .filter(row => row.OverallGoodsMovementStatus === 'C' && row.OverallDelivReltdBillgStatus !== 'C')
    .flatMap(delivery => {
      const items = store.entities.below('A_OutbDeliveryItem', [delivery.DeliveryDocument])
      return (
        items
          // The parts of a kit are billed with the kit.
          .filter(item => !item.HigherLevelItem && item.ReferenceSDDocument === order.salesOrder)
          .flatMap(item => {
            const ordered = order.items.find(row => Number(row.SalesOrderItem) === Number(item.ReferenceSDDocumentItem))
            const quantity = mulDiv(billedOf(item, items, byBatch), percent, 100)
            return ordered ? [lineOf(store, { order, delivery, item }, ordered, quantity)] : []
          })
      )
    })
}

/** What of an item is billed, in thousandths. */
function billedOf(item: Row, items: readonly Row[], byBatch: boolean): number {
  const own = fromSapQuantity(item.ActualDeliveryQuantity)
  if (item.HigherLvlItmOfBatSpltItm) return byBatch ? own : 0
  const batches = sum(
    items
      .filter(row => Number(row.HigherLvlItmOfBatSpltItm) === Number(item.DeliveryDocumentItem))
      .map(row => fromSapQuantity(row.ActualDeliveryQuantity)),
  )
  if (batches === 0) return own
  const whole = Math.max(own, fromSapQuantity(item.OriginalDeliveryQuantity))
  return byBatch ? whole - batches : whole
}

type Unpriced = Omit<BilledLine, 'price'>

function lineOf(store: SimulatorStore, line: Unpriced, ordered: SapRecord, quantity: number): BilledLine {
  const qty = toSapQuantity(quantity)
  const item = { ...line.item, ActualDeliveryQuantity: qty, ActualDeliveredQtyInBaseUnit: qty }
  return { ...line, item, price: priced(store, line.order, ordered, quantity) }
}

/** The items of an order that are billed without a delivery, so many percent of each. */
export function orderedLines(
  store: SimulatorStore,
  order: StoredOrder,
  percent: number,
  SalesDocumentItemCategory: string,
): BilledLine[] {
  return order.items.map(ordered => {
    const number = `${Number(ordered.SalesOrderItem)}`
    const item = {
      ...{ ReferenceSDDocumentItem: number, DeliveryDocumentItem: number, Material: ordered.Material, Batch: '' },
      ...{ Plant: ordered.ProductionPlant, DeliveryQuantityUnit: ordered.RequestedQuantityUnit },
      ...{ BaseUnit: ordered.RequestedQuantityUnit, ItemGrossWeight: '0.000', SalesDocumentItemCategory },
    } as Row
    const quantity = mulDiv(fromSapQuantity(ordered.RequestedQuantity), percent, 100)
    return lineOf(store, { order, delivery: null, item }, ordered, quantity)
  })
}

/** Lines in so many documents: whole units in each but the last, which has the rest. */
export function inParts(store: SimulatorStore, lines: readonly BilledLine[], parts: number): BilledLine[][] {
  return Array.from({ length: parts }, (_, at) =>
    lines.flatMap(line => {
      const whole = fromSapQuantity(line.item.ActualDeliveryQuantity)
      const each = Math.floor(whole / (1000 * parts)) * 1000
      const ordered = line.order.items.find(
        row => Number(row.SalesOrderItem) === Number(line.item.ReferenceSDDocumentItem),
      )!
      return [lineOf(store, line, ordered, at === parts - 1 ? whole - each * (parts - 1) : each)]
    }),
  )
}

/** SAP rounds a document to whole rupees by a condition of its first item, which is part of the net amount. */
export function roundedOff([first, ...rest]: readonly BilledLine[]): readonly BilledLine[] {
  const exact = sum([first!, ...rest].map(({ price }) => price.net + price.tax))
  const difference = mulDiv(exact, 1, rupee) * rupee - exact
  if (difference === 0) return [first!, ...rest]
  const condition = {
    ConditionType: sap.roundOff[0]!,
    ConditionAmount: toSapAmount(difference),
    TransactionCurrency: 'INR',
  }
  const { price } = first!
  return [
    { ...first!, price: { ...price, net: price.net + difference, conditions: [...price.conditions, condition] } },
    ...rest,
  ]
}

/** Writes a line of a document with its conditions. */
export function addLine(
  store: SimulatorStore,
  { order, delivery, item, price }: BilledLine,
  number: string,
  no: number,
  day: string,
) {
  const key = { BillingDocument: number, BillingDocumentItem: `${no}` }
  store.entities.put('A_BillingDocumentItem', {
    ...key,
    SalesDocument: order.salesOrder,
    SalesDocumentItem: String(item.ReferenceSDDocumentItem),
    SalesSDDocumentCategory: 'C',
    ReferenceSDDocument: delivery ? delivery.DeliveryDocument : order.salesOrder,
    ReferenceSDDocumentItem: item.DeliveryDocumentItem,
    ReferenceSDDocumentCategory: delivery ? 'J' : 'C',
    SalesDocumentItemCategory: item.SalesDocumentItemCategory ?? 'TAN',
    Material: item.Material,
    Plant: item.Plant,
    Batch: item.Batch,
    [sap.expiryDate]: item.ShelfLifeExpirationDate ?? addDays(day, 730),
    BillingQuantity: item.ActualDeliveryQuantity,
    BillingQuantityUnit: item.DeliveryQuantityUnit,
    BillingQuantityInBaseUnit: item.ActualDeliveredQtyInBaseUnit,
    BaseUnit: item.BaseUnit,
    BillingToBaseQuantityNmrtr: '1',
    BillingToBaseQuantityDnmntr: '1',
    ItemGrossWeight: item.ItemGrossWeight,
    ItemWeightUnit: 'KG',
    PricingDate: day,
    TransactionCurrency: 'INR',
    NetAmount: toSapAmount(price.net),
    TaxAmount: toSapAmount(price.tax),
  })
  for (const [index, condition] of price.conditions.entries())
    store.entities.put('A_BillingDocumentItemPrcgElmnt', {
      ...key,
      PricingProcedureStep: `${(index + 1) * 10}`.padStart(3, '0'),
      PricingProcedureCounter: '1',
      ...condition,
    })
}
