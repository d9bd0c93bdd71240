import { priceTimes } from '../define/amounts.ts'
import type { OrderLine } from './order-line.ts'

/** The amounts of a line that an order's totals sum, in paise. */
export interface LineAmounts
  extends Pick<
    OrderLine,
    | 'qty'
    | 'priceUnit'
    | 'listPrice'
    | 'netValue'
    | 'freightValue'
    | 'taxableValue'
    | 'cgst'
    | 'sgst'
    | 'igst'
    | 'grossValue'
    | 'discountPct'
  > {
  lineStatus: string
}

/** Column names of `order`. */
export interface OrderTotals {
  listValue: number
  discountValue: number
  freightValue: number
  taxableValue: number
  cgst: number
  sgst: number
  igst: number
  grossValue: number
  maxDiscountPct: number
}

const NOTHING: OrderTotals = {
  listValue: 0,
  discountValue: 0,
  freightValue: 0,
  taxableValue: 0,
  cgst: 0,
  sgst: 0,
  igst: 0,
  grossValue: 0,
  maxDiscountPct: 0,
}

/** A line of one of these states no longer belongs to the order's value. */
const gone = ['REJECTED', 'CANCELLED', 'DELETED']

/** Lines that were rejected, cancelled or deleted leave the totals of their order. */
export const countsInTotals = ({ lineStatus }: { lineStatus: string }) => !gone.includes(lineStatus)

/** The gross value of a line, in paise. */
export const grossOf = (line: Pick<LineAmounts, 'taxableValue' | 'cgst' | 'sgst' | 'igst'>) =>
  line.taxableValue + line.cgst + line.sgst + line.igst

/**
 * The totals of an order: the sums of its lines, without rounding to rupees. A price above the list counts as no
 * discount. Throws when a sum is too large to be exact.
 */
export function orderTotals(lines: readonly LineAmounts[]): OrderTotals {
  const totals = { ...NOTHING }
  for (const line of lines.filter(countsInTotals)) {
    const listValue = priceTimes(line.listPrice, line.qty, line.priceUnit)
    totals.listValue += listValue
    totals.discountValue += Math.max(0, listValue - line.netValue)
    totals.freightValue += line.freightValue
    totals.taxableValue += line.taxableValue
    totals.cgst += line.cgst
    totals.sgst += line.sgst
    totals.igst += line.igst
    totals.grossValue += line.grossValue
    totals.maxDiscountPct = Math.max(totals.maxDiscountPct, line.discountPct)
  }
  if (!Object.values(totals).every(Number.isSafeInteger)) throw new RangeError('The value of the order is too large')
  return totals
}

/** The totals of all orders of a cart together. */
export function addTotals(parts: readonly OrderTotals[]): OrderTotals {
  const all = { ...NOTHING }
  for (const part of parts) {
    for (const name of Object.keys(NOTHING) as (keyof OrderTotals)[]) all[name] += part[name]
  }
  return { ...all, maxDiscountPct: Math.max(0, ...parts.map(part => part.maxDiscountPct)) }
}
