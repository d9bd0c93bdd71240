import { itemNo, sapCode } from '../../../resources/sap/codes.ts'
import type { SalesOrderMessage } from '../../../resources/sap/messages.ts'
import type { SapFields } from '../http/fields.ts'
import {
  collectionRows,
  expandedRows,
  fromSapQuantity,
  odataLiteral,
  optionalText,
  requiredText,
  type SapRow,
} from '../http/odata.ts'
import { readAnswer, type SapSession } from '../http/session.ts'
import type { FoundSalesOrder } from './found-orders.ts'
import { type CreatedSalesOrder, salesOrderBody } from './sales-order-message.ts'

export const salesOrderService = 'API_SALES_ORDER_SRV'

/** Posts a sales order with its items. */
export async function createSalesOrder(
  session: SapSession,
  fields: SapFields,
  message: SalesOrderMessage,
): Promise<CreatedSalesOrder> {
  const answer = await session.modify('POST', `${salesOrderService}/A_SalesOrder`, salesOrderBody(message, fields))
  return readAnswer(
    answer.text,
    ({ SalesOrder, to_Item }) => {
      const items = collectionRows(to_Item).map(({ SalesOrderItem }) => ({
        lineNo: Number(SalesOrderItem),
        salesOrderItem: itemNo(SalesOrderItem as string),
      }))
      return { salesOrder: sapCode(requiredText(SalesOrder, 'SalesOrder')), items }
    },
    'change',
  )
}

/** The sales orders that bear our order number, with what was ordered. */
export async function findSalesOrders(
  session: SapSession,
  fields: SapFields,
  orderNo: string,
): Promise<FoundSalesOrder[]> {
  const answer = await session.get(`${salesOrderService}/A_SalesOrder`, {
    $filter: `${fields.orderNo} eq ${odataLiteral(orderNo)}`,
    $expand: 'to_Item',
  })
  return readAnswer(answer.text, found => expandedRows(found).map(foundSalesOrder))
}

const foundSalesOrder = (row: SapRow): FoundSalesOrder => ({
  salesOrder: sapCode(requiredText(row.SalesOrder, 'SalesOrder')),
  soldTo: requiredText(row.SoldToParty, 'SoldToParty'),
  items: expandedRows(row.to_Item)
    .filter(item => !isSubItem(item))
    .map(item => ({
      salesOrderItem: itemNo(requiredText(item.SalesOrderItem, 'SalesOrderItem')),
      product: requiredText(item.Material, 'Material'),
      isSubstituted: optionalText(item.MaterialSubstitutionReason) !== null,
      qty: fromSapQuantity(item.RequestedQuantity),
      isRejected: optionalText(item.SalesDocumentRjcnReason) !== null,
    })),
})

/** The parts of a kit, which SAP adds by itself. */
const isSubItem = ({ HigherLevelItem }: SapRow) => Number(HigherLevelItem ?? 0) > 0
