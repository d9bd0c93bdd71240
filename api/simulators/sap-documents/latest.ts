import { plainCode } from '../../../resources/sap/codes.ts'
import type { SimulatedOrder } from '../../../resources/sap/commands/simulator.ts'
import type { SimulatorStore, StoredOrder } from '../sap/store.ts'
import { deliveriesOf } from './deliveries.ts'
import { rowsWhere } from './lookups.ts'

const SHOWN = 20

/** The last sales orders of SAP, latest first, each with what followed from it. */
export const latestDocuments = (store: SimulatorStore): SimulatedOrder[] =>
  store.latestOrders(SHOWN).map(order => shown(store, order))

function shown(store: SimulatorStore, order: StoredOrder): SimulatedOrder {
  const items = rowsWhere(store, 'A_BillingDocumentItem', [['SalesDocument', order.salesOrder]])
  const numbers = [...new Set(items.map(item => String(item.BillingDocument)))].sort()
  return {
    id: Number(order.salesOrder),
    salesOrder: order.salesOrder,
    orderNo: String(order.body.PurchaseOrderByShipToParty ?? order.body.PurchaseOrderByCustomer ?? ''),
    soldTo: plainCode(String(order.body.SoldToParty)),
    at: order.createdAt,
    deliveries: deliveriesOf(store, order.salesOrder).map(row => ({
      number: String(row.DeliveryDocument),
      hasLeft: row.OverallGoodsMovementStatus === 'C',
    })),
    billingDocuments: numbers.flatMap(number => {
      const row = store.entities.find('A_BillingDocument', [number])
      if (!row) return []
      return [
        {
          number,
          category: String(row.SDDocumentCategory),
          invoiceNo: String(row.DocumentReferenceID ?? ''),
          gross: String(row.TotalGrossAmount),
          isCancelled: row.BillingDocumentIsCancelled === true,
          isCleared: row.InvoiceClearingStatus === 'C',
          clearedBy: clearingOf(store, number),
        },
      ]
    }),
  }
}

function clearingOf(store: SimulatorStore, billingDocument: string): string {
  const items = rowsWhere(store, 'A_OperationalAcctgDocItemCube', [
    ['BillingDocument', billingDocument],
    ['FinancialAccountType', 'D'],
  ])
  return items.map(row => String(row.ClearingAccountingDocument ?? '')).find(Boolean) ?? ''
}
