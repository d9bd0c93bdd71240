import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { forbidden, invalidField, notFound } from '../../platform/errors.ts'

/** The customer for whom a person pays. Throws 403 for all but a customer's own people. */
export function payingCustomer({ customerId }: Person): number {
  if (customerId !== null) return customerId
  throw forbidden('Only the customer’s users can fill and pay this cart: you can view it')
}

/** The customer whose cart a person looks at: their own, or the one they name. Throws 400 without one, 404 out of scope. */
export async function customerOfCart(db: Knex, person: Person, named: number | null): Promise<number> {
  const id = named ?? person.customerId
  if (id === null)
    throw invalidField('customerId', 'REQUIRED', 'customerId is required: choose the customer whose cart to show')
  const customerRow = await restrict(db('customer').where('customer.id', id), db, customer, person, 'read').first(
    'customer.id',
  )
  if (!customerRow) throw notFound()
  return id
}
