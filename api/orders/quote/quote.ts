import type { OrderInput } from '../../../resources/orders/order-input.ts'
import type { PricedLine } from '../../../resources/orders/quote/price.ts'
import { type OrderTotals, orderTotals } from '../../../resources/orders/totals.ts'
import { type QuotedTerms, quotedTerms } from '../terms/quoted-terms.ts'
import { accountOf } from './customer-terms.ts'
import type { OrderFacts } from './order-facts.ts'
import { type QuotedLine, quoteLine } from './quote-line.ts'

/** The lines of one SBU and sold-to: at submit each such part becomes an order of its own. */
export interface QuotedOrder {
  sbuId: number
  soldToId: number
  departmentId: number | null
  salesEmployeeId: number | null
  salesGroupId: number | null
  lines: QuotedLine[]
  totals: OrderTotals
  terms: QuotedTerms
}

/**
 * Prices, sources and taxes the lines of an order and groups them by SBU and sold-to. Pure: reads no database.
 * `approved` are prices that approvers set, by the place of their line.
 */
export function quote(
  facts: OrderFacts,
  input: OrderInput,
  approved: ReadonlyMap<number, PricedLine> = new Map(),
): QuotedOrder[] {
  const pricedAt = (index: number) => (approved.has(index) ? { priced: approved.get(index)! } : {})
  const lines = input.lines.map((line, index) => quoteLine(facts, line, input, index, pricedAt(index)))
  return [...Map.groupBy(lines, ({ sbuId, soldToId }) => `${sbuId}/${soldToId}`).values()].map(own => ({
    sbuId: own[0]!.sbuId,
    soldToId: own[0]!.soldToId,
    ...accountOf(facts, own[0]!.sbuId),
    lines: own,
    ...sumOf(facts, input, own),
  }))
}

/** The totals of an order and its terms. */
function sumOf(facts: OrderFacts, input: OrderInput, own: readonly QuotedLine[]) {
  const totals = orderTotals(own.map(line => ({ ...line, qty: line.input.qty })))
  return { totals, terms: quotedTerms(facts, input, own, totals) }
}
