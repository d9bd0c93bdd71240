/** A decimal text of SAP as a whole number of its last digit: `'12.3400'` is 1234 with 2 decimals. */
interface Decimal {
  value: bigint
  decimals: number
}

/** Reads a decimal text without losing a digit. Throws RangeError for anything else. */
export function decimalOf(text: unknown): Decimal {
  const parts = typeof text === 'string' ? /^(-?)(\d+)(?:\.(\d*?)0*)?$/.exec(text.trim()) : null
  if (!parts) throw new RangeError(`${JSON.stringify(text)} is not a decimal text`)
  const fraction = parts[3] ?? ''
  const value = BigInt(`${parts[2]}${fraction}`)
  return { value: parts[1] ? -value : value, decimals: fraction.length }
}

/** A price of so many paise for `per` units. */
export interface Rate {
  rate: number
  per: number
}

/**
 * Writes a price of so many rupees for `quantity` units in whole paise for as few units as that takes: 12.34 for 100 stays
 * so, 1200.00 for 100 is 12.00 for one. Throws RangeError for a price that no whole paise for 99,999 units can express.
 */
export function rateOf(price: Decimal, quantity: number): Rate {
  let paise = price.decimals <= 2 ? price.value * 10n ** BigInt(2 - price.decimals) : price.value
  let per = BigInt(quantity) * (price.decimals > 2 ? 10n ** BigInt(price.decimals - 2) : 1n)
  if (paise % per === 0n) [paise, per] = [paise / per, 1n]
  while (per % 10n === 0n && paise % 10n === 0n) [paise, per] = [paise / 10n, per / 10n]
  if (per > 99_999n || paise > BigInt(Number.MAX_SAFE_INTEGER))
    throw new RangeError('its price has more decimals than can be kept')
  return { rate: Number(paise), per: Number(per) }
}
