import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import type { OrderInput } from '../../../resources/orders/order-input.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import {
  type PricesChanged,
  pricesChanged,
  type SeenLine,
  seenOf,
} from '../../../resources/orders/quote/seen-prices.ts'
import { readableBy } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { buyersWithoutAmounts } from './buyers-without-amounts.ts'
import type { OrderFacts } from './order-facts.ts'
import type { QuotedOrder } from './quote.ts'

type MaybeSeen = { readonly [name in keyof SeenLine]?: number | null }

/** What a person submits: the saved order, and the amounts that they were shown of each of its open lines. */
interface Submitted {
  orderId: number
  person: Person
  seenLines: readonly MaybeSeen[]
}

/**
 * Throws 409 with the old and new amounts of each line when the order costs something else than what the person was
 * shown: `seenLines`, and where they say nothing the saved amounts. Lines whose amounts the person may not read are not
 * compared.
 */
export async function demandSeenPrices(
  db: Knex,
  facts: OrderFacts,
  input: OrderInput,
  quoted: readonly QuotedOrder[],
  { orderId, person, seenLines }: Submitted,
) {
  const lines = quoted.flatMap(part => part.lines).sort((a, b) => a.index - b.index)
  if (seenLines.length > 0 && seenLines.length !== lines.length) {
    const message = `seenLines must have one entry for each of the ${lines.length} open lines of the order, in their order`
    throw invalidField('seenLines', 'LENGTH', message)
  }
  const readable = readableBy(person, orderLine)
  if (!AMOUNTS.every(name => readable.includes(name))) return
  const closed = await buyersWithoutAmounts(db, facts, input, person, quoted)
  const saved = await savedAmounts(db, orderId)
  const was = lines.map(({ soldToId }, at) =>
    closed.has(soldToId) ? null : { ...saved[at]!, ...given(seenLines[at]) },
  )
  const now = lines.map(line => {
    const { code, name } = facts.products.get(line.input.productId)!
    return { ...seenOf(line), code, name }
  })
  const changed = pricesChanged(was, now)
  if (changed) throw conflict('PRICES_CHANGED', sentence(changed), { ...changed })
}

const AMOUNTS = ['netPrice', 'discountPct', 'netValue', 'freightValue', 'cgst', 'sgst', 'igst', 'grossValue'] as const

/** The saved amounts of the open lines, without their traces, which are many times as large. */
async function savedAmounts(db: Knex, orderId: number): Promise<SeenLine[]> {
  const rows: Record<(typeof AMOUNTS)[number], number>[] = await db('order_line')
    .where({ orderId, lineStatus: 'OPEN' })
    .orderBy('lineNo')
    .select(...AMOUNTS)
  return rows.map(row => seenOf(row))
}

/** The amounts that are given. */
const given = (seen: MaybeSeen = {}) =>
  Object.fromEntries(
    Object.entries(seen).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<SeenLine>

function sentence({ differences, grossValue }: PricesChanged): string {
  const count = differences.length
  const lines = count === 1 ? `of ${differences[0]!.code}` : `of ${count} lines`
  return `The price ${lines} changed since it was shown: the order is now ${rupees(grossValue.now)} instead of ${rupees(grossValue.was)}. Accept the new prices to submit it`
}
