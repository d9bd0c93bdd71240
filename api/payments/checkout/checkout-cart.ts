import type { Knex } from 'knex'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { changedLines } from '../../../resources/payments/cart-changes.ts'
import { type CartLine, cartFaults, cartTotals } from '../../../resources/payments/cart-rules.ts'
import type { CheckoutInput } from '../../../resources/payments/commands/cart.ts'
import { paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { type PaymentCart, paymentCart } from '../../../resources/payments/payment-cart.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { conflict, invalidField, notFound, refused } from '../../platform/errors.ts'
import { type OpenItem, openItems } from '../cart/cart-items.ts'
import { lineOf, linesOf } from '../cart/read-cart.ts'
import { recountLocks } from '../item-locks.ts'
import { type Checkout, createPayment, demandEligible } from './create-payment.ts'

type Reviewed = Exclude<CheckoutInput, { advanceAmount: number }>

/**
 * Makes a payment of a reviewed cart, locks its items and closes the cart. Everything is read again under lock: the cart
 * first, then its items in the order of their ids. Throws 409 CART_CHANGED with the lines that are no longer as reviewed,
 * and 422 for what the rules refuse.
 */
export async function checkoutCart(trx: Knex, reviewed: Reviewed, checkout: Checkout): Promise<PaymentTransaction> {
  const cart = await lockCart(trx, reviewed.cartId, checkout.customerId)
  const { terms, account } = await demandEligible(trx, checkout)
  const lines = (await linesOf(trx, cart)).map(lineOf)
  const lockedItems = await lockOpenItems(trx, cart, [...reviewed.lines, ...lines], account.companyCode)
  const items = new Map([...lockedItems].map(([id, { shown }]) => [id, shown]))
  const changed = changedLines(reviewed.lines, lines, items)
  if (changed.length > 0 || cart.rowVersion !== reviewed.rowVersion) throw cartChanged(changed)
  const faults = cartFaults(lines, items, terms)
  if (faults.length > 0)
    throw refused([{ field: '', code: 'CART_FAULTS', message: faults[0]!.message }], undefined, { faults })
  const { net } = cartTotals(lines, items)
  if (net !== reviewed.total)
    throw invalidField('total', 'WRONG_TOTAL', `total must be ${net} paise, what the lines come to`)
  const payment = await createPayment(trx, { amount: net, advanceAmount: 0, cartId: cart.id }, account, checkout)
  await allocate(trx, payment, lines, lockedItems, checkout)
  await updateRow(trx, paymentCart, cart, { status: 'CHECKED_OUT', releasedNo: cart.id }, checkout.author)
  return payment
}

async function lockCart(trx: Knex, id: number, customerId: number): Promise<PaymentCart> {
  const [cart] = await rowsOf(trx, paymentCart, rows => rows.where({ id, customerId }).forUpdate())
  if (!cart) throw notFound('This cart no longer exists: open the cart again')
  if (cart.status === 'EXPIRED')
    throw conflict('CART_CHANGED', 'This cart has expired: open the cart again', { lines: [] })
  if (cart.status !== 'OPEN')
    throw conflict('CART_CHANGED', 'A colleague has checked this cart out already: look at your payments', {
      lines: [],
    })
  return cart
}

async function lockOpenItems(
  trx: Knex,
  { customerId }: PaymentCart,
  lines: readonly CartLine[],
  companyCode: string,
): Promise<Map<number, OpenItem>> {
  const ids = [...new Set(lines.map(({ itemId }) => itemId))]
  const rows = await rowsOf(trx, uploadOutstanding, found =>
    found.where({ customerId }).whereIn('id', ids).orderBy('id').forUpdate(),
  )
  return openItems(trx, rows, companyCode)
}

const cartChanged = (lines: ReturnType<typeof changedLines>) =>
  conflict('CART_CHANGED', 'The cart has changed since you reviewed it: check the changes and review it again', {
    lines,
  })

async function allocate(
  trx: Knex,
  payment: PaymentTransaction,
  lines: readonly CartLine[],
  items: ReadonlyMap<number, OpenItem>,
  { customerId, author }: Checkout,
) {
  const rows = lines.map(({ itemId, payAmount, tdsAmount }) => ({
    transactionId: payment.id,
    customerId,
    itemId,
    documentNo: items.get(itemId)!.row.documentNo,
    amount: payAmount,
    tdsAmount,
  }))
  await insertRows(trx, paymentAllocation, rows, author)
  await recountLocks(
    trx,
    lines.map(({ itemId }) => itemId),
  )
}
