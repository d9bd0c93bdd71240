/**
 * Exact arithmetic on the whole numbers in which Bilty stores amounts: paise, hundredths of a percent, thousandths of a
 * unit. Products run through BigInt, so that no float ever rounds a price.
 */

/** `a × b ÷ d`, rounded half up (away from zero); all whole numbers. Throws when the result does not fit a safe integer. */
export function mulDiv(a: number, b: number, d: number): number {
  const product = a * b
  if (Number.isSafeInteger(product) && Number.isSafeInteger(product * 2)) return divide(product, d)
  const exact = BigInt(a) * BigInt(b)
  const divisor = BigInt(d)
  const negative = exact < 0n !== divisor < 0n
  const [top, bottom] = [exact < 0n ? -exact : exact, divisor < 0n ? -divisor : divisor]
  const rounded = Number((2n * top + bottom) / (2n * bottom))
  if (!Number.isSafeInteger(rounded)) throw new RangeError('The amount is too large')
  return negative ? -rounded : rounded
}

function divide(product: number, d: number): number {
  const negative = product < 0 !== d < 0 && product !== 0
  const [top, bottom] = [Math.abs(product), Math.abs(d)]
  const rest = top % bottom
  const rounded = (top - rest) / bottom + (rest * 2 >= bottom ? 1 : 0)
  return negative ? -rounded : rounded
}

/** One hundred percent, in hundredths of a percent. */
export const WHOLE = 10_000

/** `pct` (hundredths of a percent) of an amount. */
export const percentOf = (amount: number, pct: number) => mulDiv(amount, pct, WHOLE)

/** An amount less `pct` (hundredths of a percent), rounded once: `round2(list × (1 − pct/100))`. */
export const lessPercent = (amount: number, pct: number) => mulDiv(amount, WHOLE - pct, WHOLE)

/** What share `part` is of `total`, in hundredths of a percent; 0 of nothing. */
export const shareOf = (part: number, total: number) => (total === 0 ? 0 : mulDiv(part, WHOLE, total))

/** A price in paise for `per` units times a quantity in thousandths, in paise. */
export const priceTimes = (price: number, qty: number, per = 1) => mulDiv(price, qty, 1000 * per)

export const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/**
 * Splits `total` in proportion to `weights` without losing a paisa: rounded down, the rest handed out by largest
 * remainder, ties to the earlier one.
 */
export function shareOut(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((whole, weight) => whole + BigInt(weight), 0n)
  if (all === 0n) return weights.map(() => 0)
  const exact = weights.map(weight => BigInt(total) * BigInt(weight))
  const shares = exact.map(share => Number(share / all))
  const order = exact.map((share, index) => ({ index, rest: share % all }))
  order.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (let left = total - sum(shares), turn = 0; left > 0; left--, turn++)
    shares[order[turn % order.length]!.index]! += 1
  return shares
}
