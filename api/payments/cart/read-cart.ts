import type { Knex } from 'knex'
import { type CartLine, cartFaults, cartTotals } from '../../../resources/payments/cart-rules.ts'
import type { CartAnswer } from '../../../resources/payments/commands/cart.ts'
import { type PaymentCart, paymentCart } from '../../../resources/payments/payment-cart.ts'
import { type PaymentCartItem, paymentCartItem } from '../../../resources/payments/payment-cart-item.ts'
import { leftOutTogether } from '../../access-control/left-out-of-balance.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { notFound } from '../../platform/errors.ts'
import { eligibilityOf, type GatewayMeans } from '../eligibility.ts'
import { openItems, rowsForCart } from './cart-items.ts'

/** The one open cart of a customer; undefined where nothing was saved yet. `lock` holds it until the transaction ends. */
export async function openCart(db: Knex, customerId: number, lock?: 'lock'): Promise<PaymentCart | undefined> {
  const [cart] = await rowsOf(db, paymentCart, rows => {
    rows.where({ customerId, releasedNo: 0 })
    return lock ? rows.forUpdate() : rows
  })
  return cart
}

/** The lines of a cart. */
export const linesOf = (db: Knex, cart: PaymentCart | undefined): Promise<PaymentCartItem[]> =>
  cart ? rowsOf(db, paymentCartItem, rows => rows.where('cartId', cart.id).orderBy('id')) : Promise.resolve([])

/** The cart of a customer as it stands, with all that could be in it. Rights are the caller's to check. Throws 404. */
export async function readCart(db: Knex, customerId: number, means: GatewayMeans): Promise<CartAnswer> {
  const customer = await db('customer').where({ id: customerId }).first('id', 'code', 'name')
  if (!customer) throw notFound()
  const eligibility = await eligibilityOf(db, customerId, means)
  const cart = await openCart(db, customerId)
  const lines = (await linesOf(db, cart)).map(lineOf)
  if (!eligibility.isEligible) return { ...closed, customer, why: eligibility.why, cart: versionOf(cart) }
  const { terms, account } = eligibility
  const rows = await rowsForCart(db, customerId, lines)
  const itemsById = await openItems(db, rows, account.companyCode)
  const items = new Map([...itemsById].map(([id, { shown }]) => [id, shown]))
  const inCart = new Map(lines.map(({ itemId, ...amounts }) => [itemId, amounts]))
  return {
    customer,
    isEligible: true,
    why: null,
    account: { gateway: account.gateway, companyCode: account.companyCode },
    allowPartial: terms.allowPartial,
    allowAdvance: terms.allowAdvance,
    maxTxnAmount: terms.maxTxnAmount,
    cart: versionOf(cart),
    items: [...items.values()]
      .map(item => ({ ...item, inCart: inCart.get(item.id) ?? null }))
      .filter(({ isOpen, inCart }) => isOpen || inCart),
    leftOut: await leftOutTogether(db, [customerId]),
    totals: cartTotals(lines, items),
    faults: lines.length > 0 ? cartFaults(lines, items, terms) : [],
  }
}

/** Of a stored line what it is for the rules. */
export const lineOf = ({ itemId, payAmount, tdsAmount }: PaymentCartItem): CartLine => ({
  itemId,
  payAmount,
  tdsAmount,
})

const versionOf = (cart: PaymentCart | undefined) => (cart ? { id: cart.id, rowVersion: cart.rowVersion } : null)

/** Who does not pay online is shown no items here: they stand on their account. */
const closed: Omit<CartAnswer, 'customer' | 'why' | 'cart'> = {
  isEligible: false,
  account: null,
  allowPartial: false,
  allowAdvance: false,
  maxTxnAmount: 0,
  items: [],
  leftOut: null,
  totals: { debits: 0, credits: 0, tds: 0, net: 0 },
  faults: [],
}
