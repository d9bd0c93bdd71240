import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import { uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import type { CartLine } from '../../../resources/payments/cart-rules.ts'
import type { CartAnswer, CartInput } from '../../../resources/payments/commands/cart.ts'
import { type PaymentCart, paymentCart } from '../../../resources/payments/payment-cart.ts'
import { type PaymentCartItem, paymentCartItem } from '../../../resources/payments/payment-cart-item.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { conflict, invalid, isDuplicate, refused } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { eligibilityOf, type GatewayMeans } from '../eligibility.ts'
import { linesOf, openCart, readCart } from './read-cart.ts'

/** Whether a cart was saved: not where a colleague changed it meanwhile. */
type Saved = 'SAVED' | 'STALE'

/**
 * Saves the lines of a customer's open cart, and answers the cart as it is then. Throws 409 with the cart of a colleague who
 * changed it meanwhile, unless it holds the same.
 */
export async function replaceCart(
  db: Knex,
  customerId: number,
  input: CartInput,
  author: Author,
  means: GatewayMeans,
): Promise<CartAnswer> {
  const saved = await transact(db, trx => saveCart(trx, customerId, input, author, means), 'latest').catch(error => {
    // A colleague has just begun the cart.
    if (isDuplicate(error)) return 'STALE' as const
    throw error
  })
  const cart = await readCart(db, customerId, means)
  // Whoever sends again, since the answer did not reach them, has nothing to review.
  if (saved === 'SAVED' || holdsExactly(cart, input.items)) return cart
  throw conflict('STALE_ROW', 'A colleague changed the cart: review the current cart', { theirs: cart })
}

function holdsExactly({ items }: CartAnswer, lines: readonly CartLine[]): boolean {
  const held = new Map(items.flatMap(({ id, inCart }) => (inCart ? [[id, inCart]] : [])))
  const isHeld = ({ itemId, payAmount, tdsAmount }: CartLine) => {
    const amounts = held.get(itemId)
    return amounts?.payAmount === payAmount && amounts.tdsAmount === tdsAmount
  }
  return held.size === lines.length && lines.every(isHeld)
}

/**
 * Saves the lines of a customer's open cart in place of those before, faults and all; writes only lines that differ.
 * Throws 400 for items that are not theirs, and 422 where the customer does not pay online.
 */
export async function saveCart(
  trx: Knex,
  customerId: number,
  { rowVersion, items }: CartInput,
  author: Author,
  means: GatewayMeans,
): Promise<Saved> {
  const cart = await openCart(trx, customerId, 'lock')
  if ((cart?.rowVersion ?? null) !== rowVersion) return 'STALE'
  const eligibility = await eligibilityOf(trx, customerId, means)
  if (!eligibility.isEligible) throw refused([{ field: '', code: 'NOT_ELIGIBLE', message: eligibility.why }])
  await demandOwnItems(trx, customerId, items)
  const { companyCode } = eligibility.account
  await writeLines(trx, cart ?? (await newCart(trx, customerId, companyCode, author)), companyCode, items, author)
  return 'SAVED'
}

/** Throws where a colleague has just made one: the database allows a customer one open cart. */
async function newCart(trx: Knex, customerId: number, companyCode: string, author: Author): Promise<PaymentCart> {
  const [newCartRow] = await insertRows(
    trx,
    paymentCart,
    [withDefaults(paymentCart, { customerId, companyCode }) as Partial<PaymentCart>],
    author,
  )
  return newCartRow!
}

async function demandOwnItems(trx: Knex, customerId: number, lines: readonly CartLine[]) {
  const ids = lines.map(({ itemId }) => itemId)
  const own = await rowsOf(trx, uploadOutstanding, rows => rows.where({ customerId }).whereIn('id', ids))
  const ownIds = new Set(own.map(({ id }) => id))
  const faults = ids.flatMap((id, index) =>
    ownIds.has(id)
      ? []
      : [{ field: `items[${index}].itemId`, code: 'UNKNOWN_REF', message: `There is no open item ${id} of yours` }],
  )
  if (faults.length > 0) throw invalid(faults)
}

async function writeLines(
  trx: Knex,
  cart: PaymentCart,
  companyCode: string,
  lines: readonly CartLine[],
  author: Author,
) {
  const before = new Map((await linesOf(trx, cart)).map(line => [line.itemId, line]))
  const after = new Map(lines.map(line => [line.itemId, line]))
  const gone = [...before.values()].filter(line => !isSame(line, after.get(line.itemId)))
  const added = lines.filter(line => !isSame(before.get(line.itemId), line))
  if (gone.length === 0 && added.length === 0 && cart.companyCode === companyCode) return
  if (gone.length > 0) {
    const ids = gone.map(({ id }) => id)
    await trx('payment_cart_item').whereIn('id', ids).delete()
  }
  const rows: Partial<PaymentCartItem>[] = added.map(line => ({
    ...line,
    cartId: cart.id,
    customerId: cart.customerId,
  }))
  if (rows.length > 0) await insertRows(trx, paymentCartItem, rows, author)
  await updateRow(trx, paymentCart, cart, { companyCode }, author)
}

const isSame = (one: CartLine | undefined, other: CartLine | undefined) =>
  one?.payAmount === other?.payAmount && one?.tdsAmount === other?.tdsAmount
