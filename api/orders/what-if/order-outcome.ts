import type { Knex } from 'knex'
import { pick } from '../../../resources/define/pick.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import type { OrderOutcome } from '../../../resources/orders/what-if/what-if.ts'
import { rolesHeldBy } from '../../access-control/roles-held.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { yieldToOthers } from '../../platform/yield-to-others.ts'
import { approvalsAhead } from '../approvals/approvals-ahead.ts'
import { inputOfOrder } from '../order-as-input.ts'
import { loadOrderFacts, type OrderFacts } from '../quote/order-facts.ts'
import { quote } from '../quote/quote.ts'

/** Prices, sources and routes saved orders again as of a day; returns the outcomes by order id. */
export async function orderOutcomes(
  db: Knex,
  references: readonly { id: number }[],
  day: string,
): Promise<ReadonlyMap<number, OrderOutcome>> {
  const ids = references.map(({ id }) => id)
  const outcomes = new Map<number, OrderOutcome>()
  for (const order of await rowsOf(db, orders, rows => rows.whereIn('id', ids))) {
    outcomes.set(order.id, await outcomeOf(db, order, day))
    await yieldToOthers()
  }
  return outcomes
}

const OF_LINE = ['priceSource', 'netPrice', 'priceUnit', 'limitPrice', 'sourceRule', 'grossValue'] as const

async function outcomeOf(db: Knex, order: Order, day: string): Promise<OrderOutcome> {
  const input = await inputOfOrder(db, order)
  const facts = await loadOrderFacts(db, input, day, order.id)
  const quoted = quote(facts, input)
  const placer = await placerOf(db, order.placedById)
  const owner = { person: { id: order.placedById }, placedBy: () => placer }
  return {
    lines: quoted
      .flatMap(({ lines }) => lines)
      .map(line => ({
        ...pick(line, OF_LINE),
        lineNo: (line.index + 1) * 10,
        product: facts.products.get(line.input.productId)!.code,
        plant: plantText(facts, line.plantId),
      })),
    approvals: await approvalsAhead(db, facts, input, quoted, owner),
  }
}

function plantText({ plants }: OrderFacts, id: number | null) {
  const plant = id === null ? undefined : plants.get(id)
  return plant ? `${plant.code} ${plant.name}` : null
}

async function placerOf(db: Knex, userId: number) {
  const login: { employeeId: number | null } | undefined = await db('user').where({ id: userId }).first('employeeId')
  return { employeeId: login?.employeeId ?? null, roles: await rolesHeldBy(db, userId) }
}
