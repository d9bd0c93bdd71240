import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import { type LinePriceTerms, type PriceChange, priceChanges } from '../../../resources/orders/quote/price-changes.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { QuotedLine } from './quote-line.ts'

/** The open lines of an order with their saved prices. */
export const savedOpenLines = (db: Knex, orderId: number): Promise<OrderLine[]> =>
  rowsOf(db, orderLine, rows => rows.where({ orderId, lineStatus: 'OPEN' }).orderBy('lineNo'))

/** Describes the changed prices of an order that was priced before, for its history; null when no price changed. */
export function priceChangesText(
  before: readonly LinePriceTerms[],
  lines: readonly QuotedLine[],
  products: ReadonlyMap<number, { code: string }>,
): string | null {
  const changes = priceChanges(
    before,
    lines.map(line => ({ ...line.input, netPrice: line.netPrice })),
  )
  if (changes.length === 0) return null
  const sentences = changes.map(change => sentence(change, products.get(change.productId)!.code))
  return `Prices changed: ${sentences.join(', ')}`.slice(0, 500)
}

const sentence = ({ was, now }: PriceChange, code: string) => `${code} ${rupees(was)} → ${rupees(now)}`
