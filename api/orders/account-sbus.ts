import type { Knex } from 'knex'
import { rolesHolding } from '../../resources/capabilities.ts'
import type { OrderInput } from '../../resources/orders/order-input.ts'
import { creatorRoles } from '../../resources/orders/order-process.ts'
import type { Role } from '../../resources/roles.ts'
import { accountsOf, keepsAccounts } from '../access-control/accounts.ts'
import type { Person } from '../derive/rights/person.ts'
import { refused } from '../platform/errors.ts'
import type { OrderFacts } from './quote/order-facts.ts'

const placingRoles: readonly Role[] = [...creatorRoles, ...rolesHolding('simulateOrders')]

/**
 * Selects the SBUs in which a sales person keeps the account of a customer; undefined for people whose roles reach the
 * customer in another way, since accounts do not limit them.
 */
export function accountSbus(db: Knex, person: Person, customerId: number): Knex.QueryBuilder | undefined {
  const placing = person.roles.filter(role => placingRoles.includes(role))
  if (placing.length === 0 || !placing.every(keepsAccounts)) return undefined
  const [first, ...others] = placing.map(role =>
    accountsOf(db, person, role).where('account.customerId', customerId).select('keeping.sbuId'),
  )
  return others.length > 0 ? first!.union(others) : first!
}

/** Throws 422 for lines of an SBU in which the account of the customer is not the sales person's. */
export async function demandAccounts(db: Knex, person: Person, facts: OrderFacts, lines: OrderInput['lines']) {
  const { customer, products, sbus, departments } = facts
  const keeping = accountSbus(db, person, customer.id)
  if (!keeping) return
  const kept: unknown[] = (await keeping).map(({ sbuId }: { sbuId: number }) => sbuId)
  const faults = lines.flatMap(({ productId }, index) => {
    const { id, code, name } = sbus.get(products.get(productId)!.sbuId)!
    // Where nobody keeps an account the customer cannot buy, and the checks of the order say so.
    if (kept.includes(id) || !departments.some(({ sbuId, isActive }) => isActive && sbuId === id)) return []
    const message = `You are not the account owner of ${customer.name} in SBU ${code} ${name}: the account owner places this order`
    return [{ field: `lines[${index}].productId`, code: 'ACCOUNT_NOT_YOURS', message }]
  })
  if (faults.length > 0) throw refused(faults)
}
