import type { Knex } from 'knex'
import type { PromoCode as Kept } from '../../resources/masters/channel-product-promocode.ts'
import type { PromoCode } from '../../resources/orders/rows.ts'

/** States in which an order spends no promo code: not yet placed, or gone. */
const UNSPENT = ['DRAFT', 'REJECTED', 'CANCELLED', 'DEAD', 'DELETED']

const spent = (db: Knex, promoIds: readonly number[]) =>
  db('order_line')
    .join('order', 'order.id', 'order_line.orderId')
    .whereIn('order_line.promoCodeId', [...promoIds])
    .whereNotIn('order.status', UNSPENT)
    .whereNotIn('order_line.lineStatus', ['REJECTED', 'CANCELLED', 'DELETED'])

/** Promo codes with how often they are spent, and how much a customer has ordered with them, apart from this order. */
export async function promosWithUses(
  db: Knex,
  promos: readonly Kept[],
  customerId: number,
  orderId: number | null,
): Promise<PromoCode[]> {
  if (promos.length === 0) return []
  const rows: { promoCodeId: number; customerId: number; uses: number; qty: number }[] = await spent(
    db,
    promos.map(({ id }) => id),
  )
    .where('order.id', '<>', orderId ?? 0)
    .groupBy('order_line.promoCodeId', 'order.customerId')
    .select('order_line.promoCodeId', 'order.customerId')
    .count({ uses: '*' })
    .sum({ qty: 'order_line.qty' })
  return promos.map(promo => {
    const own = rows.filter(({ promoCodeId }) => promoCodeId === promo.id)
    const qty = own.find(row => row.customerId === customerId)?.qty ?? 0
    return { ...promo, uses: own.reduce((total, { uses }) => total + Number(uses), 0), qtyOfCustomer: Number(qty) }
  })
}

/** Writes down how often the promo codes of an order are spent now: after it was placed, and after it went. */
export async function countPromoUses(trx: Knex, orderId: number) {
  const promoIds: number[] = await trx('order_line')
    .where({ orderId })
    .whereNotNull('promoCodeId')
    .distinct()
    .pluck('promoCodeId')
  for (const id of promoIds) {
    const [row] = (await spent(trx, [id]).count({ uses: '*' })) as [{ uses: number }]
    await trx('channel_product_promocode')
      .where({ id })
      .update({ usedCount: Number(row.uses) })
  }
}
