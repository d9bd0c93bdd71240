import { sum } from '../define/amounts.ts'

interface Line {
  /** Whole paise; negative for a credit that was used. */
  amount: number
}

/**
 * Of the allocations whose items are still open and free, those that a late success of `amount` paise still settles. What
 * is kept comes to 0 at least and to the amount at most: a debit goes where the credit that paid for it is gone, and a
 * credit where nothing is left to use it on.
 */
export function keptOf<Allocation extends Line>(free: readonly Allocation[], amount: number): Allocation[] {
  const kept = [...free]
  for (;;) {
    const total = sum(kept.map(line => line.amount))
    const surplus = total > amount ? 1 : total < 0 ? -1 : 0
    if (surplus === 0) return kept
    kept.splice(
      kept.findLastIndex(line => Math.sign(line.amount) === surplus),
      1,
    )
  }
}
