import type { Knex } from 'knex'
import type { Order } from '../../resources/orders/order.ts'
import { order as orders } from '../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../resources/orders/order-line.ts'
import { countsInTotals, orderTotals } from '../../resources/orders/totals.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { updateRow } from '../derive/save/write.ts'

/** Recalculates the totals of an order from its lines. Returns the order and the lines that count in its totals. */
export async function recalculateTotals(
  trx: Knex,
  order: Order,
  author: Author,
): Promise<{ order: Order; left: OrderLine[] }> {
  const lines = await rowsOf(trx, orderLine, rows => rows.where('orderId', order.id).orderBy('lineNo'))
  const left = lines.filter(countsInTotals)
  // An order without lines left keeps its last totals for reference.
  if (left.length === 0) return { order, left }
  return { order: await updateRow(trx, orders, order, orderTotals(left), author), left }
}
