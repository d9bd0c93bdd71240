import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { today } from '../../platform/clock.ts'
import { refused } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import type { QuotedOrder } from './quote.ts'

/** Statuses of orders that were not placed or are void; ordering the same again is no duplicate. */
const NOT_PLACED = ['DRAFT', 'REJECTED', 'CANCELLED', 'DEAD', 'DELETED']

interface EarlierLine {
  id: number
  orderNo: string
  orderDate: string
  productId: number
}

/**
 * Throws 422 DUPLICATE_PO when the customer placed an order with the same PO number and the same products within
 * `duplicate_po.days`. Callers skip the check when the person confirms that it is no duplicate.
 */
export async function demandNoDuplicate(trx: Knex, order: Order, quoted: readonly QuotedOrder[]): Promise<void> {
  const earlier = await duplicateOf(trx, order, quoted)
  if (!earlier) return
  const message = `PO ${order.customerPoNo} was ordered already with ${earlier.orderNo} of ${dayText(earlier.orderDate)}, the same products: tick «Not a duplicate» to order again`
  throw refused([{ field: 'notDuplicate', code: 'DUPLICATE_PO', message }], message, {
    duplicateOf: { id: earlier.id, orderNo: earlier.orderNo },
  })
}

async function duplicateOf(trx: Knex, order: Order, quoted: readonly QuotedOrder[]): Promise<EarlierLine | undefined> {
  if (!order.customerPoNo) return undefined
  const days = (await readSettings(trx))['duplicate_po.days']
  const rows: EarlierLine[] = await trx('order')
    .join('order_line', 'order_line.orderId', 'order.id')
    .where({ 'order.customerPoNo': order.customerPoNo, 'order.customerId': order.customerId })
    .whereNotIn('order.status', NOT_PLACED)
    .whereNot('order.id', order.id)
    .where('order.orderDate', '>=', addDays(today(), -days))
    .orderBy('order.id', 'desc')
    .select('order.id', 'order.orderNo', 'order.orderDate', 'order_line.productId')
  const productSets = quoted.map(({ lines }) => productSet(lines.map(({ input }) => input.productId)))
  const earlierOrders = [...Map.groupBy(rows, ({ id }) => id).values()]
  return earlierOrders.find(lines => productSets.includes(productSet(lines.map(({ productId }) => productId))))?.[0]
}

const productSet = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b).join()
