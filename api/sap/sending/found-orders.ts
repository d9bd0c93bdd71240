import { joined } from '../../../resources/access-words.ts'
import { quantityText } from '../../../resources/define/show.ts'
import { plainCode } from '../../../resources/sap/codes.ts'
import type { SalesOrderMessage } from '../../../resources/sap/messages.ts'
import type { Doubt } from './doubt.ts'
import type { CreatedSalesOrder } from './sales-order-message.ts'

/** A sales order that bears our order number, as a search finds it; quantities in thousandths. */
export interface FoundSalesOrder {
  salesOrder: string
  soldTo: string
  items: readonly FoundItem[]
}

interface FoundItem {
  salesOrderItem: string
  product: string
  /** SAP delivers this product for the one that was ordered. */
  isSubstituted: boolean
  qty: number
  isRejected: boolean
}

/**
 * What is found of an order in SAP: its one sales order with our customer, materials and quantities; a doubt where there
 * are several or it is another's; null where there is none. A duplicate whose items are all rejected is out of
 * the way.
 */
export function foundOrder(
  order: SalesOrderMessage,
  salesOrders: readonly FoundSalesOrder[],
): CreatedSalesOrder | Doubt | null {
  const open = salesOrders.filter(({ items }) => items.some(item => !item.isRejected))
  const candidates = salesOrders.length > 1 && open.length > 0 ? open : salesOrders
  const [first] = candidates
  if (!first) return null
  if (candidates.length > 1) {
    const numbers = candidates.map(({ salesOrder }) => salesOrder)
    const doubt = `SAP has ${numbers.length} sales orders for order ${order.orderNo}: ${joined(numbers, 'and')}. Nothing is sent again: have all but one rejected in SAP, then retry.`
    return { doubt }
  }
  const difference = differenceOf(order, first)
  if (difference)
    return {
      doubt: `SAP has sales order ${first.salesOrder} for order ${order.orderNo}, but ${difference}. Nothing is sent again: correct it in SAP and retry, or cancel the order here.`,
    }
  const items = first.items.map(({ salesOrderItem }) => ({ lineNo: Number(salesOrderItem), salesOrderItem }))
  return { salesOrder: first.salesOrder, items }
}

/** How a found sales order differs from ours, as the end of a sentence; null where it is ours. */
function differenceOf({ soldTo, lines }: SalesOrderMessage, salesOrder: FoundSalesOrder): string | null {
  if (plainCode(salesOrder.soldTo) !== plainCode(soldTo))
    return `it is for customer ${plainCode(salesOrder.soldTo)} instead of ${plainCode(soldTo)}`
  const ordered = new Map(lines.map(line => [line.lineNo, line.product]))
  const asOrdered = salesOrder.items.map(({ salesOrderItem, product, qty, isSubstituted }) => ({
    product: (isSubstituted ? ordered.get(Number(salesOrderItem)) : null) ?? product,
    qty,
  }))
  const [ours, theirs] = [quantities(lines), quantities(asOrdered)]
  const differing = [...new Set([...ours.keys(), ...theirs.keys()])].find(code => ours.get(code) !== theirs.get(code))
  if (differing === undefined) return null
  const [has, asked] = [theirs.get(differing) ?? 0, ours.get(differing) ?? 0]
  return `it has ${quantityText(has)} of ${differing} instead of ${quantityText(asked)}`
}

/** The quantity of each product, whatever items it stands on. */
function quantities(rows: readonly { product: string; qty: number }[]): Map<string, number> {
  const total = new Map<string, number>()
  for (const { product, qty } of rows) {
    const code = plainCode(product)
    total.set(code, (total.get(code) ?? 0) + qty)
  }
  return total
}
