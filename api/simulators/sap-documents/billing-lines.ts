import { mulDiv, sum } from '../../../resources/define/amounts.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { standardFields as sap } from '../../sap/http/fields.ts'
import { fromSapQuantity, toSapAmount } from '../../sap/http/odata.ts'
import type { SimulatorStore, StoredOrder } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import { deliveriesOf } from './deliveries.ts'
import { type Priced, priced } from './prices.ts'

const rupee = 100

/** One line that is billed: a delivered item with its price. */
export interface BilledLine {
  order: StoredOrder
  delivery: Row
  item: Row
  price: Priced
}

/** What has left the plants of an order and is not billed yet. */
export function openLines(store: SimulatorStore, order: StoredOrder): BilledLine[] {
  return deliveriesOf(store, order.salesOrder)
    .filter(row => row.OverallGoodsMovementStatus === 'C' && row.OverallDelivReltdBillgStatus !== 'C')
    .flatMap(delivery =>
      store.entities
        .below('A_OutbDeliveryItem', [delivery.DeliveryDocument])
        // The parts of a kit are billed with the kit.
        .filter(item => fromSapQuantity(item.ActualDeliveryQuantity) > 0 && !item.HigherLevelItem)
        .filter(item => item.ReferenceSDDocument === order.salesOrder && item.ItemIsBillingRelevant !== '')
        .flatMap(item => {
          const ordered = order.items.find(row => Number(row.SalesOrderItem) === Number(item.ReferenceSDDocumentItem))
          const quantity = fromSapQuantity(item.ActualDeliveryQuantity)
          return ordered ? [{ order, delivery, item, price: priced(store, order, ordered, quantity) }] : []
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
    ReferenceSDDocument: delivery.DeliveryDocument,
    ReferenceSDDocumentItem: item.DeliveryDocumentItem,
    ReferenceSDDocumentCategory: 'J',
    SalesDocumentItemCategory: 'TAN',
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
