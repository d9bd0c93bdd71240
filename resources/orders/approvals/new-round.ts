import { sum } from '../../define/amounts.ts'

/** The terms a line was approved with; column names of `order_line`. */
export interface ApprovedLine {
  productId: number
  qty: number
  priceUnit: number
  netPrice: number
  manualDiscountPct: number
}

/**
 * Whether a corrected order must be approved from the start: for other goods, for more of them, or at another price or
 * discount. Less of the same is already approved.
 */
export function needsNewRound(before: readonly ApprovedLine[], after: readonly ApprovedLine[]): boolean {
  const approved = Map.groupBy(before, ({ productId }) => productId)
  return [...Map.groupBy(after, ({ productId }) => productId)].some(([productId, lines]) => {
    const approvedLines = approved.get(productId) ?? []
    const more = sum(lines.map(({ qty }) => qty)) > sum(approvedLines.map(({ qty }) => qty))
    return more || lines.some(line => !approvedLines.some(was => sameTerms(was, line)))
  })
}

const sameTerms = (was: ApprovedLine, line: ApprovedLine) =>
  was.netPrice === line.netPrice && was.priceUnit === line.priceUnit && was.manualDiscountPct === line.manualDiscountPct
