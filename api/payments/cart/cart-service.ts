import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import type { CartAnswer } from '../../../resources/payments/cart-answers.ts'
import type { CartLine } from '../../../resources/payments/cart-rules.ts'
import { paymentCart } from '../../../resources/payments/payment-cart.ts'
import { readId } from '../../derive/list/query.ts'
import type { Action } from '../../derive/rights/ability.ts'
import { requireRight, restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import type { Call } from '../../derive/service.ts'
import { conflict, forbidden, invalidField, isDuplicate, notFound } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import type { GatewayMeans } from '../eligibility.ts'
import { readCartInput } from './cart-input.ts'
import { readCart } from './read-cart.ts'
import { saveCart } from './save-cart.ts'

/** `GET` and `POST payments/cart`: the one open cart of a customer, which all their people share and staff read. */
export const cartService = (db: Knex, means: GatewayMeans) => ({
  async find(call: Call): Promise<CartAnswer> {
    const person = requirePerson(call)
    requireRight(person, paymentCart, 'read')
    return readCart(db, await customerOf(db, person, call.query?.customerId), means)
  },
  async create(body: unknown, call: Call): Promise<CartAnswer> {
    const [customerId, author] = [payingCustomer(requirePerson(call), 'create'), requireAuthor(call)]
    const input = readCartInput(body)
    const saved = await transact(db, trx => saveCart(trx, customerId, input, author, means), 'latest').catch(error => {
      // A colleague has just begun the cart.
      if (isDuplicate(error)) return 'STALE' as const
      throw error
    })
    const cart = await readCart(db, customerId, means)
    // Whoever sends again, since the answer did not reach them, has nothing to review.
    if (saved === 'SAVED' || holdsExactly(cart, input.items)) return cart
    throw conflict('STALE_ROW', 'A colleague changed the cart: review the current cart', { theirs: cart })
  },
})

function holdsExactly({ items }: CartAnswer, lines: readonly CartLine[]): boolean {
  const held = new Map(items.flatMap(({ id, inCart }) => (inCart ? [[id, inCart]] : [])))
  const isHeld = ({ itemId, payAmount, tdsAmount }: CartLine) => {
    const amounts = held.get(itemId)
    return amounts?.payAmount === payAmount && amounts.tdsAmount === tdsAmount
  }
  return held.size === lines.length && lines.every(isHeld)
}

/** The customer for whom a person pays. Throws 403 for all but a customer's own people. */
export function payingCustomer(person: Person, action: Action): number {
  requireRight(person, paymentCart, action)
  if (person.customerId === null)
    throw forbidden('Only the customer’s users can fill and pay this cart: you can view it')
  return person.customerId
}

async function customerOf(db: Knex, person: Person, given: unknown): Promise<number> {
  const id = given === undefined ? person.customerId : (readId(given) ?? 0)
  if (id === null)
    throw invalidField('customerId', 'REQUIRED', 'customerId is required: choose the customer whose cart to show')
  const found = await restrict(db('customer').where('customer.id', id), db, customer, person, 'read').first(
    'customer.id',
  )
  if (!found) throw notFound()
  return id
}
