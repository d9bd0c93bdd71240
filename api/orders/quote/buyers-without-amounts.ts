import type { Knex } from 'knex'
import { order } from '../../../resources/orders/order.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readableValues } from '../../derive/rights/readable-values.ts'
import { channelOf } from './customer-terms.ts'
import type { OrderFacts } from './order-facts.ts'
import type { QuotedOrder } from './quote.ts'

/** The sold-tos of whose orders the person would not read the amounts, once these orders are saved. */
export async function buyersWithoutAmounts(
  db: Knex,
  facts: OrderFacts,
  { shipToId }: OrderInput,
  person: Person,
  quoted: readonly QuotedOrder[],
): Promise<ReadonlySet<number>> {
  const { customer, buyers } = facts
  if (!person.roles.some(role => order.columnsWithin[role]?.amount)) return new Set()
  const judged = await readableValues(
    db,
    order,
    person,
    quoted.map(({ sbuId, soldToId }) => {
      const channelId = channelOf(facts, buyers.get(soldToId)!, sbuId)
      return { customerId: customer.id, soldToId, sbuId, shipToId, channelId }
    }),
  )
  const closed = quoted.filter((_, at) => !judged[at]!.reached || judged[at]!.closed.has('grossValue'))
  return new Set(closed.map(({ soldToId }) => soldToId))
}
