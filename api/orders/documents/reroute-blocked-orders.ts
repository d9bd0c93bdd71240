import type { Knex } from 'knex'
import type { EudBlock } from '../../../resources/complaints/eud-block.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { advanceOrder } from '../advance-order.ts'
import { holdOrder } from '../move-order.ts'

const author = systemAuthor('end-user block')

/**
 * Brings the customer's orders of a blocked product, which wait for another approval, to the regulatory officer. Orders
 * that SAP has are left as they are: the dispatch desk is warned of them.
 */
export async function rerouteBlockedOrders(trx: Knex, { blockNo, customerId, productId }: EudBlock): Promise<void> {
  const ids: number[] = await trx('order')
    .where({ customerId, status: 'PENDING' })
    .whereNot('pendingStep', 'EUD')
    .whereExists(openLines(trx, productId).where('line.orderId', trx.ref('order.id')))
    .orderBy('id')
    .pluck('id')
  for (const id of ids) {
    const order = await holdOrder(trx, id)
    if (order.status === 'PENDING' && order.pendingStep !== 'EUD')
      await advanceOrder(trx, order, 'block', `Blocked by ${blockNo}`, author)
  }
}

const openLines = (trx: Knex, productId: number | null) => {
  const lines = trx('order_line as line').where('line.lineStatus', 'OPEN')
  return productId === null
    ? lines.whereNot('line.eudStatus', 'NOT_REQUIRED')
    : lines.where({ 'line.productId': productId })
}
