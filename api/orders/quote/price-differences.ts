import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { order } from '../../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import { type LinePriceTerms, type PriceChange, priceChanges } from '../../../resources/orders/quote/price-changes.ts'
import { readableColumnsOfRow } from '../../derive/rights/field-conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
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

/**
 * Describes the prices that differ between a copied order and its original. Empty for people who do not see the prices.
 */
export async function copyPriceDifferences(db: Knex, copy: Order, person: Person): Promise<string[]> {
  if (copy.replacesOrderId === null) return []
  if (!(await readableColumnsOfRow(db, order, person, copy.id)).includes('grossValue')) return []
  const before = await rowsOf(db, orderLine, rows => rows.where('orderId', copy.replacesOrderId).orderBy('lineNo'))
  // What a copy could not keep of them is said besides.
  const plain = (line: OrderLine) => ({ ...line, promoCode: null, manualDiscountPct: 0 })
  const changes = priceChanges(before.map(plain), (await savedOpenLines(db, copy.id)).map(plain))
  const codes: { id: number; code: string }[] = await db('products')
    .whereIn(
      'id',
      changes.map(({ productId }) => productId),
    )
    .select('id', 'code')
  return changes.map(change => sentence(change, codes.find(({ id }) => id === change.productId)!.code))
}
