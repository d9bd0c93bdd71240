import type { Knex } from 'knex'
import type { Order } from '../../../resources/orders/order.ts'
import type { OrderLine } from '../../../resources/orders/order-line.ts'
import { itemNo } from '../../sap/odata.ts'
import type { SalesOrderItemStatus, SalesOrderStatus } from '../../sap/sales-order-status.ts'

/** A line with its item in SAP; the item is null when it was deleted there. */
export interface LineInSap {
  line: OrderLine
  item: SalesOrderItemStatus | null
}

/**
 * Pairs each line that was sent to SAP with its item. A missing item counts as deleted where the sales order has our
 * order number; one that was entered by hand need not have our lines. Mismatches are noted.
 */
export async function pairItems(
  trx: Knex,
  { orderNo }: Pick<Order, 'orderNo'>,
  lines: readonly OrderLine[],
  document: SalesOrderStatus,
  note: (wrong: string) => void,
): Promise<LineInSap[]> {
  const sent = lines.filter(({ lineStatus }) => lineStatus !== 'REJECTED' && lineStatus !== 'DELETED')
  const codes = await codesOf(trx, sent)
  const unpaired = new Map(document.items.map(item => [item.sapItemNo, item]))
  const pairs: LineInSap[] = []
  for (const line of sent) {
    const no = line.sapItemNo ?? itemNo(line.lineNo)
    const item = unpaired.get(no)
    unpaired.delete(no)
    const code = codes.get(line.productId)
    if (!item) {
      // Lines cancelled before the order was sent have no item in SAP.
      if (line.lineStatus === 'CANCELLED') continue
      if (document.orderNo === orderNo) pairs.push({ line, item: null })
      else note(`it has no item ${Number(no)} for line ${line.lineNo}`)
    } else if (item.product !== code) note(`item ${Number(no)} is ${item.product}, and line ${line.lineNo} is ${code}`)
    else if (item.uom !== line.uom) note(`item ${Number(no)} is in ${item.uom}, and line ${line.lineNo} in ${line.uom}`)
    else pairs.push({ line, item })
  }
  for (const no of unpaired.keys()) note(`the order here has no line for item ${Number(no)}`)
  return pairs
}

async function codesOf(trx: Knex, lines: readonly OrderLine[]): Promise<Map<number, string>> {
  const ids = lines.map(({ productId }) => productId)
  const rows: { id: number; code: string }[] = await trx('products').whereIn('id', ids).select('id', 'code')
  return new Map(rows.map(({ id, code }) => [id, code]))
}
