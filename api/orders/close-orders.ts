import type { Knex } from 'knex'
import { systemAuthor } from '../derive/save/author.ts'
import { secondsFromNow } from '../platform/clock.ts'
import { readSettings } from '../platform/settings.ts'
import { transact } from '../platform/transact.ts'
import { moveOrder, readOrder } from './move-order.ts'

const author = systemAuthor('nightly closing')

/**
 * Closes delivered orders once the proof of delivery of every consignment is accepted, or `order.close_days` after the
 * delivery. Returns how many were closed.
 */
export async function closeOrders(db: Knex): Promise<number> {
  const days = (await readSettings(db))['order.close_days']
  const old: number[] = await db('order')
    .where('status', 'DELIVERED')
    .where('statusSince', '<=', secondsFromNow(-days * 24 * 3600))
    .pluck('id')
  const proven = await provenOrders(db)
  for (const id of new Set([...proven, ...old])) {
    const remark = proven.includes(id) ? 'Proof of delivery accepted' : `Delivered ${days} days ago`
    await transact(db, async trx => {
      const order = await readOrder(trx, id)
      if (order.status !== 'DELIVERED') return
      await moveOrder(trx, order, { step: 'close', status: 'CLOSED', remark }, author)
      await trx('order_line').where({ orderId: id, lineStatus: 'DISPATCHED' }).update({ lineStatus: 'CLOSED' })
    })
  }
  return new Set([...proven, ...old]).size
}

/** Finds delivered orders whose consignments all have an accepted proof of delivery. */
function provenOrders(db: Knex): Promise<number[]> {
  const consignments = () =>
    db('order_line')
      .join('sap_delivery_line as goods', 'goods.orderLineId', 'order_line.id')
      .join('lr_line_item as item', 'item.deliveryLineId', 'goods.id')
      .join('lr', 'lr.id', 'item.lrId')
      .whereRaw('?? = ??', ['order_line.orderId', 'order.id'])
      .whereNot('lr.deliveryStatus', 'CANCELLED')
      .select(db.raw('1'))
  return db('order')
    .where('order.status', 'DELIVERED')
    .whereExists(consignments())
    .whereNotExists(consignments().whereNot('lr.podStatus', 'ACCEPTED'))
    .pluck('order.id')
}
