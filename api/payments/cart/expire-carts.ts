import type { Knex } from 'knex'
import { paymentCart } from '../../../resources/payments/payment-cart.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { secondsFromNow } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'

/** Days after which a cart that nobody changed is given up: what it holds is owed otherwise by then. */
const CART_DAYS = 30

const author = systemAuthor('the cart was unchanged for 30 days')

/** Ends the open carts that nobody changed for 30 days; their customers begin another. Returns how many. */
export async function expireCarts(db: Knex): Promise<number> {
  const before = secondsFromNow(-CART_DAYS * 86_400)
  const old = await rowsOf(db, paymentCart, rows =>
    rows.where({ status: 'OPEN' }).where('updatedAt', '<', before).orderBy('id'),
  )
  let ended = 0
  for (const { id } of old)
    await transact(db, async trx => {
      const [cart] = await rowsOf(trx, paymentCart, rows => rows.where({ id }).forUpdate())
      if (cart?.status !== 'OPEN' || cart.updatedAt >= before) return
      await updateRow(trx, paymentCart, cart, { status: 'EXPIRED', releasedNo: id }, author)
      ended++
    })
  return ended
}
