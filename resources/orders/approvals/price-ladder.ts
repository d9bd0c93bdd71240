/** A price of a product beside others, in paise for one unit. */
export interface Rung {
  label: string
  price: number
  /** The price that is to be decided. */
  isThis?: true
}

interface Priced {
  productId: number
  netPrice: number
  listPrice: number
  priceUnit: number
  limitPrice: number | null
  asp: number | null
}

/** The prices of a line from the lowest to the highest: limit, this one, average, what was paid last, list; equal ones together. */
export function ladderOf(
  line: Priced,
  lastPrices: readonly { productId: number; netPrice: number; priceUnit: number }[],
): Rung[] {
  const perUnit = (price: number, units: number) => price / units
  const last = lastPrices.find(({ productId }) => productId === line.productId)
  const found: Rung[] = [
    { label: 'this order', price: perUnit(line.netPrice, line.priceUnit), isThis: true },
    { label: 'list', price: perUnit(line.listPrice, line.priceUnit) },
    ...(line.limitPrice === null ? [] : [{ label: 'limit price', price: perUnit(line.limitPrice, line.priceUnit) }]),
    ...(line.asp === null ? [] : [{ label: 'average', price: perUnit(line.asp, line.priceUnit) }]),
    ...(last ? [{ label: 'paid last', price: perUnit(last.netPrice, last.priceUnit) }] : []),
  ]
  const byPrice = Map.groupBy(found, ({ price }) => price)
  return [...byPrice]
    .toSorted(([one], [other]) => one - other)
    .map(([price, rungs]) => ({
      price,
      label: rungs.map(({ label }) => label).join(' and '),
      ...(rungs.some(({ isThis }) => isThis) && { isThis: true as const }),
    }))
}

/** How far along the ladder a price stands, from 0 to 100; the ends are left free for their labels. */
export function placeOn(ladder: readonly Rung[], price: number): number {
  const lowest = ladder[0]!.price
  const highest = ladder.at(-1)!.price
  return highest === lowest ? 50 : 6 + (88 * (price - lowest)) / (highest - lowest)
}

/** What lines are sold for below their list prices, in paise; their quantity is in thousandths. */
export const belowList = (lines: readonly (Pick<Priced, 'listPrice' | 'netPrice' | 'priceUnit'> & { qty: number })[]) =>
  lines.reduce(
    (sum, { listPrice, netPrice, priceUnit, qty }) =>
      sum + Math.round(((listPrice - netPrice) * qty) / (priceUnit * 1000)),
    0,
  )
