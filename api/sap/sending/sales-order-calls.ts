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
import { inOrderNames, orderServiceOf } from '../http/order-services.ts'
import { SapError } from '../http/sap-error.ts'
import { readAnswer, type SapSession } from '../http/session.ts'
import type { FoundSalesOrder } from './found-orders.ts'
import { type CreatedSalesOrder, salesOrderBody } from './sales-order-message.ts'

/** Posts a sales order with its items to the service that holds it. */
export async function createSalesOrder(
  session: SapSession,
  fields: SapFields,
  message: SalesOrderMessage,
): Promise<CreatedSalesOrder> {
  const of = orderServiceOf(message)
  const answer = await session.modify('POST', `${of.service}/${of.order}`, salesOrderBody(message, fields))
  return readAnswer(
    answer.text,
    row => {
      const { SalesOrder, to_Item } = inOrderNames(of, row)
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
  order: Pick<SalesOrderMessage, 'orderNo' | 'isFreeOfCharge'>,
): Promise<FoundSalesOrder[]> {
  const of = orderServiceOf(order)
  const answer = await session.get(`${of.service}/${of.order}`, {
    $filter: `${of.orderNoIn(fields)} eq ${odataLiteral(order.orderNo)}`,
    $expand: 'to_Item',
    $inlinecount: 'allpages',
  })
  return readAnswer(answer.text, found => {
    const rows = expandedRows(found)
    // Whoever asks sends the order again where there is none.
    if (Number(found.__count ?? rows.length) > rows.length)
      throw new SapError('TECH', 'SAP counts more sales orders than it gave. They are searched for again later.')
    return rows.map(row => foundSalesOrder(inOrderNames(of, row)))
  })
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
