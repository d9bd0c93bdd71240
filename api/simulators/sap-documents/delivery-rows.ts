import { mulDiv } from '../../../resources/define/amounts.ts'
import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { fromSapQuantity, toSapQuantity } from '../../sap/http/odata.ts'
import type { SapRecord, SimulatorStore, StoredOrder } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import { confirmedOf, deliveredOf, rowsWhere } from './lookups.ts'

/** What is odd about a delivery that somebody asks for. */
export interface DeliveryWishes {
  /** The lorry receipt is not entered. */
  withoutLr?: boolean
  /** Each item comes in two batches. */
  splitBatches?: boolean
  /** What the main item of batches carries: nothing, the total, or a part that is in no batch. */
  mainItem?: 'zero' | 'total' | 'half'
  /** The parts of a kit, which stand below the first item without a price. */
  kit?: readonly string[]
  /** The material that is sent instead of the first one. */
  substitute?: string
}

/** What is confirmed of an item and not delivered, in thousandths. */
export const openOf = (item: SapRecord) =>
  item.SalesDocumentRjcnReason ? 0 : Math.max(0, confirmedOf(item) - deliveredOf(item))

/** The item itself, and below it its batches or the parts of a kit. */
export function deliveredRows(
  store: SimulatorStore,
  order: StoredOrder,
  item: SapRecord,
  no: number,
  { splitBatches, mainItem = 'zero', kit = [], substitute }: DeliveryWishes,
  at: string,
): Row[] {
  const quantity = openOf(item)
  const material = no === 10 && substitute ? substitute : String(item.Material)
  const own = {
    ...itemRow(store, order, item, material, at),
    ...(material !== item.Material && { OriginallyRequestedMaterial: item.Material }),
  }
  const line = (more: Row, number: number, qty: number): Row => ({
    ...own,
    ...more,
    DeliveryDocumentItem: `${number}`,
    ...quantityOf(store, String(more.Material ?? material), item, qty),
  })
  if (splitBatches) {
    const third = Math.floor(quantity / 3000) * 1000
    const kept = mainItem === 'half' ? third : 0
    const first = Math.floor((quantity - kept) / 2000) * 1000
    const split = [first, quantity - kept - first].filter(qty => qty > 0)
    const main = { zero: 0, total: quantity, half: kept }[mainItem]
    return [
      { ...line({ Batch: '' }, no, main), OriginalDeliveryQuantity: toSapQuantity(quantity) },
      ...split.map((qty, index) => ({
        ...line(
          { Batch: batchOf(store, item, at, index), HigherLvlItmOfBatSpltItm: `${no}`, ItemIsBillingRelevant: '' },
          900_000 + no * 10 + index + 1,
          qty,
        ),
        OriginalDeliveryQuantity: toSapQuantity(0),
      })),
    ]
  }
  const parts = no === 10 ? kit : []
  return [
    line({ Batch: batchOf(store, item, at, 0) }, no, quantity),
    ...parts.map((part, index) =>
      line(
        {
          Material: part,
          HigherLevelItem: `${no}`,
          DeliveryDocumentItemCategory: 'TAE',
          Batch: '',
          ItemIsBillingRelevant: '',
        },
        no + index + 1,
        quantity,
      ),
    ),
  ]
}

const itemRow = (store: SimulatorStore, order: StoredOrder, item: SapRecord, material: string, at: string): Row => ({
  SDDocumentCategory: 'J',
  DeliveryDocumentItemCategory: 'TAN',
  DeliveryDocumentItemText: String(
    store.entities.find('A_ProductDescription', [material, 'EN'])?.ProductDescription ?? '',
  ),
  Material: material,
  ReferenceSDDocument: order.salesOrder,
  ReferenceSDDocumentItem: `${Number(item.SalesOrderItem)}`,
  ReferenceSDDocumentCategory: order.category,
  GoodsMovementStatus: 'A',
  // What is free of charge is never billed.
  ItemIsBillingRelevant: order.category === 'I' ? '' : 'X',
  DeliveryRelatedBillingStatus: order.category === 'I' ? '' : 'A',
  PickingStatus: 'C',
  DistributionChannel: order.body.DistributionChannel,
  Division: order.body.OrganizationDivision,
  CreationDate: dayOf(at),
  LastChangeDate: dayOf(at),
  ShelfLifeExpirationDate: addDays(dayOf(at), 730),
})

function quantityOf(store: SimulatorStore, material: string, item: SapRecord, qty: number): Row {
  const product = store.entities.find('A_Product', [material])
  const perUnit = fromSapQuantity(product?.GrossWeight ?? '0')
  const grams = product?.WeightUnit === 'G' ? 1000 : 1
  const whole = fromSapQuantity(item.RequestedQuantity)
  const given = fromSapQuantity(item.ItemGrossWeight ?? '0')
  const weight = given > 0 && whole > 0 ? mulDiv(given, qty, whole) : mulDiv(perUnit, qty, 1000 * grams)
  return {
    ActualDeliveryQuantity: toSapQuantity(qty),
    OriginalDeliveryQuantity: toSapQuantity(qty),
    ActualDeliveredQtyInBaseUnit: toSapQuantity(qty),
    DeliveryQuantityUnit: item.RequestedQuantityUnit,
    BaseUnit: product?.BaseUnit ?? item.RequestedQuantityUnit,
    DeliveryToBaseQuantityNmrtr: '1',
    DeliveryToBaseQuantityDnmntr: '1',
    ItemGrossWeight: toSapQuantity(weight),
    ItemWeightUnit: 'KG',
  }
}

/** The batch that was asked for, else one that is in stock, else a new one. */
function batchOf(store: SimulatorStore, item: SapRecord, at: string, index: number): string {
  const stock = rowsWhere(store, 'A_MatlStkInAcctMod', [
    ['Material', item.Material],
    ['Plant', item.ProductionPlant],
    ['InventoryStockType', '01'],
  ]).filter(row => row.Batch && !row.InventorySpecialStockType)
  const made = `B${at.slice(2, 4)}${at.slice(5, 7)}${`${index + 1}`.padStart(4, '0')}`
  return String((index === 0 && item.Batch) || stock[index]?.Batch || made)
}
