import { shareOut } from '../define/amounts.ts'

/**
 * The freight of an LR shared over its lines: by weight, by invoice value where nothing has a weight. `freight` and the
 * shares are paise, weights thousandths of a kilogram; the shares always add up.
 */
export function freightShares(freight: number, lines: readonly { weightKg: number; invoiceValue: number }[]): number[] {
  const byWeight = lines.some(({ weightKg }) => weightKg > 0)
  const weights = lines.map(({ weightKg, invoiceValue }) => (byWeight ? weightKg : invoiceValue))
  return shareOut(freight, weights.some(weight => weight > 0) ? weights : lines.map(() => 1))
}
