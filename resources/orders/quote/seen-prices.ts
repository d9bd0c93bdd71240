import { sum } from '../../define/amounts.ts'
import type { OrderLine } from '../order-line.ts'

/** The amounts of a line as a person was shown them: money in paise, the discount in hundredths of a percent. */
export interface SeenLine {
  netPrice: number
  discountPct: number
  netValue: number
  freightValue: number
  taxValue: number
  grossValue: number
}

/** A line that costs something else than what was shown. */
export interface PriceDifference {
  /** The place among the open lines of the order, from 0. */
  index: number
  code: string
  name: string
  was: SeenLine
  now: SeenLine
}

/** What stops a submit whose prices were not the ones shown. */
export interface PricesChanged {
  differences: PriceDifference[]
  /** The value of the order with tax, over the lines that the person sees. */
  grossValue: { was: number; now: number }
  /** What the person has seen once they have seen this; to be sent with the next submit. */
  seenLines: Partial<SeenLine>[]
}

/** The amounts of a line that a person sees, and confirms by submitting. */
export const seenOf = (
  line: Pick<
    OrderLine,
    'netPrice' | 'discountPct' | 'netValue' | 'freightValue' | 'cgst' | 'sgst' | 'igst' | 'grossValue'
  >,
): SeenLine => ({
  netPrice: line.netPrice,
  discountPct: line.discountPct,
  netValue: line.netValue,
  freightValue: line.freightValue,
  taxValue: line.cgst + line.sgst + line.igst,
  grossValue: line.grossValue,
})

/** What the customer pays. A discount counts through the price it leads to, so that a new list price alone is no difference. */
const PAID = ['netPrice', 'netValue', 'freightValue', 'taxValue', 'grossValue'] as const

type Named = { code: string; name: string }

/**
 * Compares what was shown with what is priced now, line by line; null for a line whose amounts the person does not see.
 * Returns null when nothing differs.
 */
export function pricesChanged(
  was: readonly (SeenLine | null)[],
  now: readonly (SeenLine & Named)[],
): PricesChanged | null {
  const shown = now.flatMap(({ code, name, ...line }, index) => {
    const before = was[index]
    return before ? [{ index, code, name, was: before, now: line }] : []
  })
  const differences = shown.filter(line => PAID.some(name => line.was[name] !== line.now[name]))
  if (differences.length === 0) return null
  return {
    differences,
    grossValue: { was: sum(shown.map(line => line.was.grossValue)), now: sum(shown.map(line => line.now.grossValue)) },
    seenLines: now.map(({ code: _, name: __, ...line }, index) => (was[index] ? line : {})),
  }
}
