import { mulDiv } from '../../../resources/define/amounts.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { fromSapQuantity, toSapQuantity } from '../../sap/http/odata.ts'
import type { SimulatorStore } from '../sap/store.ts'
import type { Row } from '../sap-odata/entity-type.ts'
import { documentOf } from './billing.ts'
import { rowsWhere } from './lookups.ts'
import { nextNumber } from './numbers.ts'
import { Refused } from './refused.ts'

/**
 * Brings back so many percent of what a billing document bills, by a return and its delivery; `isOpen` leaves the goods on
 * their way. Its items refer to the billing document, or to its order. Returns the number of the delivery. Throws Refused
 * for a document without goods.
 */
export function returnGoods(
  store: SimulatorStore,
  billingDocument: string,
  { percent = 10, ofOrder = false, isOpen = false }: { percent?: number; ofOrder?: boolean; isOpen?: boolean },
  at: string,
): string {
  return store.entities.together(() => {
    const bill = documentOf(store, billingDocument)
    const billed = store.entities
      .below('A_BillingDocumentItem', [billingDocument])
      .filter(item => fromSapQuantity(item.BillingQuantity) > 0)
    if (billed.length === 0) throw new Refused(`Billing document ${billingDocument} bills no goods.`)
    const number = `${nextNumber(store.db, 'return')}`
    const delivery = `${nextNumber(store.db, 'returnsDelivery')}`
    const head = {
      ...{ SoldToParty: bill.SoldToParty, SalesOrganization: bill.SalesOrganization, TransactionCurrency: 'INR' },
      ...{ CreationDate: dayOf(at), LastChangeDate: dayOf(at) },
    }
    store.entities.put('A_CustomerReturn', {
      ...head,
      ...{ CustomerReturn: number, CustomerReturnType: 'CBRE', LastChangeDateTime: at },
    })
    for (const item of billed) addItem(store, item, { number, delivery, percent, ofOrder, isOpen }, at)
    store.entities.put('A_ReturnsDeliveryHeader', {
      ...head,
      ...{ DeliveryDocument: delivery, DeliveryDocumentType: 'LR', SDDocumentCategory: 'T' },
      ...{ OverallGoodsMovementStatus: isOpen ? 'A' : 'C', ActualGoodsMovementDate: isOpen ? null : dayOf(at) },
      ...{ CompleteDeliveryIsDefined: false, TotalNumberOfPackage: '1' },
    })
    return delivery
  })
}

interface Returned {
  number: string
  delivery: string
  percent: number
  ofOrder: boolean
  isOpen: boolean
}

/** An item of the return and of its delivery: what was billed from the item of an outbound delivery. */
function addItem(store: SimulatorStore, item: Row, returned: Returned, at: string) {
  const { number, delivery, percent, ofOrder, isOpen } = returned
  const no = String(Number(item.BillingDocumentItem))
  const qty = toSapQuantity(mulDiv(fromSapQuantity(item.BillingQuantity), percent, 100))
  const [ordered] = rowsWhere(store, 'A_OutbDeliveryItem', [['ReferenceSDDocument', item.SalesDocument]]).filter(
    row => Number(row.DeliveryDocumentItem) === Number(item.ReferenceSDDocumentItem),
  )
  const source = ofOrder
    ? { ReferenceSDDocument: item.SalesDocument, ReferenceSDDocumentItem: ordered?.ReferenceSDDocumentItem }
    : { ReferenceSDDocument: item.BillingDocument, ReferenceSDDocumentItem: item.BillingDocumentItem }
  const goods = { Material: item.Material, Batch: item.Batch ?? '' }
  store.entities.put('A_CustomerReturnItem', {
    ...{ CustomerReturn: number, CustomerReturnItem: no, CustomerReturnItemCategory: 'REN' },
    ...{ ...goods, ...source, ReferenceSDDocumentCategory: ofOrder ? 'C' : 'M', ProductionPlant: item.Plant },
    ...{ RequestedQuantity: qty, RequestedQuantityUnit: item.BillingQuantityUnit, TransactionCurrency: 'INR' },
  })
  store.entities.put('A_ReturnsDeliveryItem', {
    ...{ DeliveryDocument: delivery, DeliveryDocumentItem: no, DeliveryDocumentItemCategory: 'REN' },
    ...{ ...goods, Plant: item.Plant, SDDocumentCategory: 'T', GoodsMovementStatus: isOpen ? 'A' : 'C' },
    ...{ ReferenceSDDocument: number, ReferenceSDDocumentItem: no, ReferenceSDDocumentCategory: 'H' },
    ...{ ActualDeliveryQuantity: qty, OriginalDeliveryQuantity: qty, ActualDeliveredQtyInBaseUnit: qty },
    ...{ DeliveryQuantityUnit: item.BillingQuantityUnit, BaseUnit: item.BaseUnit ?? item.BillingQuantityUnit },
    ...{ DeliveryToBaseQuantityNmrtr: '1', DeliveryToBaseQuantityDnmntr: '1' },
    ...{ CreationDate: dayOf(at), LastChangeDate: dayOf(at) },
  })
}
