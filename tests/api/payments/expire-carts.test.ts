import { afterAll, expect, it } from 'vitest'
import { expireCarts } from '../../../api/payments/cart/expire-carts.ts'
import { secondsFromNow } from '../../../api/platform/clock.ts'
import { cartOf, checkOut, fill, line, payingCustomer, reviewOf } from '../../support/payments/cart-desk.ts'
import { demoPortal } from '../../support/portal.ts'

const portal = await demoPortal()
const { db } = portal
afterAll(() => portal.close())

/** A filled cart that was changed so many days ago. */
async function cartChanged(days: number) {
  const customer = await payingCustomer(portal, [50_000_00])
  const { cart } = await fill(customer.one, [line(customer.items[0]!, 50_000_00)])
  await db('payment_cart')
    .where({ id: cart!.id })
    .update({ updatedAt: secondsFromNow(-days * 86_400 - 60) })
  return { ...customer, cartId: cart!.id }
}
const statusOf = async (id: number) => (await db('payment_cart').where({ id }).first('status')).status

it('a cart that nobody changed for thirty days expires, a younger one and one that was checked out do not', async () => {
  const [old, young] = [await cartChanged(30), await cartChanged(29)]
  const paid = await cartChanged(0)
  expect((await checkOut(paid.one, reviewOf(await cartOf(paid.one)))).status).toBe(201)
  await db('payment_cart')
    .where({ id: paid.cartId })
    .update({ updatedAt: secondsFromNow(-90 * 86_400) })
  expect(await expireCarts(db)).toBe(1)
  expect(await expireCarts(db)).toBe(0)
  expect(await Promise.all([old, young, paid].map(({ cartId }) => statusOf(cartId)))).toEqual([
    'EXPIRED',
    'OPEN',
    'CHECKED_OUT',
  ])
})

it('whoever still reviews an expired cart is sent back to it, and begins another with the same item', async () => {
  const { one, items, cartId } = await cartChanged(45)
  const reviewed = reviewOf(await cartOf(one))
  await expireCarts(db)
  const refused = await checkOut(one, reviewed)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toBe('This cart has expired: open the cart again')
  expect((await cartOf(one)).cart).toBeNull()
  const { cart } = await fill(one, [line(items[0]!, 50_000_00)])
  expect(cart!.id).not.toBe(cartId)
})
