import { priceTimes, sum } from '../../define/amounts.ts'
import type { OrderLine } from '../order-line.ts'
import type { RouteFacts } from './approval-facts.ts'
import { openLinesOf } from './route-rows.ts'

type Listed = Pick<OrderLine, 'lineNo' | 'qty' | 'priceUnit' | 'listPrice'>

/** What free goods are worth, in paise: null where lines have no list price, which are returned. */
export function freeValueOf<L extends Listed>(lines: readonly L[]): { value: number | null; unlisted: L[] } {
  const unlisted = lines.filter(({ listPrice }) => listPrice === 0)
  const value = sum(lines.map(({ listPrice, qty, priceUnit }) => priceTimes(listPrice, qty, priceUnit)))
  return { value: unlisted.length > 0 ? null : value, unlisted }
}

/** The value by which the CSC check has a second level: taxable, or of free goods at list price; null is not known. */
export const checkedValueOf = (facts: RouteFacts): number | null =>
  facts.order.orderType.isFreeOfCharge ? freeValueOf(openLinesOf(facts)).value : facts.order.taxableValue
