/** The price and terms of a line; column names of `order_line`. */
export interface LinePriceTerms {
  productId: number
  qty: number
  netPrice: number
  manualDiscountPct: number
  promoCode: string | null
}

export interface PriceChange {
  productId: number
  /** Both in paise. */
  was: number
  now: number
}

/**
 * The products whose price changed although their terms did not: masters have changed, or a contract is used up. A
 * product on several lines is compared in their order.
 */
export function priceChanges(before: readonly LinePriceTerms[], after: readonly LinePriceTerms[]): PriceChange[] {
  const left = [...before]
  return after.flatMap(line => {
    const at = left.findIndex(was => was.productId === line.productId && sameTerms(was, line))
    if (at < 0) return []
    const [was] = left.splice(at, 1)
    return was!.netPrice === line.netPrice
      ? []
      : [{ productId: line.productId, was: was!.netPrice, now: line.netPrice }]
  })
}

const sameTerms = (was: LinePriceTerms, line: LinePriceTerms) =>
  was.manualDiscountPct === line.manualDiscountPct && was.promoCode === line.promoCode && was.qty === line.qty
