import type { Knex } from 'knex'
import type { Order } from '../../../resources/orders/order.ts'
import type { OrderLine } from '../../../resources/orders/order-line.ts'
import { itemNo } from '../../sap/odata.ts'
import type { SalesOrderItemStatus, SalesOrderStatus } from '../../sap/sales-order-status.ts'

/** A line with its item in SAP; null once that was deleted there. */
export interface InSap {
  line: OrderLine
  item: SalesOrderItemStatus | null
}

/**
 * Each line that went to SAP with its item, by SAP's number of it. An item that is missing was deleted there, where the sales
 * order bears our number; one that somebody entered by hand need not have our lines. What does not fit is noted.
 */
export async function pairItems(
  trx: Knex,
  { orderNo }: Pick<Order, 'orderNo'>,
  lines: readonly OrderLine[],
  document: SalesOrderStatus,
  note: (wrong: string) => void,
): Promise<InSap[]> {
  const sent = lines.filter(({ lineStatus }) => lineStatus !== 'REJECTED' && lineStatus !== 'DELETED')
  const codes = await codesOf(trx, sent)
  const left = new Map(document.items.map(item => [item.sapItemNo, item]))
  const pairs: InSap[] = []
  for (const line of sent) {
    const no = line.sapItemNo ?? itemNo(line.lineNo)
    const item = left.get(no)
    left.delete(no)
    const code = codes.get(line.productId)
    if (!item) {
      // A line that was cancelled before the order went to SAP was never sent.
      if (line.lineStatus === 'CANCELLED') continue
      if (document.orderNo === orderNo) pairs.push({ line, item: null })
      else note(`it has no item ${Number(no)} for line ${line.lineNo}`)
    } else if (item.product !== code) note(`item ${Number(no)} is ${item.product}, and line ${line.lineNo} is ${code}`)
    else if (item.uom !== line.uom) note(`item ${Number(no)} is in ${item.uom}, and line ${line.lineNo} in ${line.uom}`)
    else pairs.push({ line, item })
  }
  for (const no of left.keys()) note(`the order here has no line for item ${Number(no)}`)
  return pairs
}

async function codesOf(trx: Knex, lines: readonly OrderLine[]): Promise<Map<number, string>> {
  const ids = lines.map(({ productId }) => productId)
  const rows: { id: number; code: string }[] = await trx('products').whereIn('id', ids).select('id', 'code')
  return new Map(rows.map(({ id, code }) => [id, code]))
}
