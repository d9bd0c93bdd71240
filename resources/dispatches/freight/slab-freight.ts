import { priceTimes, sum } from '../../define/amounts.ts'

/**
 * How slabs price a weight: all of it at the slab in which it lies, or by the next slab from its beginning where that is
 * cheaper, or each part of it at its own slab.
 */
export const slabRules = ['WHOLE', 'CHEAPER_NEXT', 'STEPPED'] as const
export type SlabRule = (typeof slabRules)[number]

/** A rate by the kilogram from one weight to another, in paise and grams; without an end it goes on. */
export interface Slab {
  fromKg: number
  toKg: number | null
  rate: number
  minimum: number
}

/** The freight of a weight in grams, in paise; null where no slab holds the weight. */
export function slabFreight(slabs: readonly Slab[], rule: SlabRule, weight: number): number | null {
  const rising = slabs.toSorted((a, b) => a.fromKg - b.fromKg)
  const at = placeOf(rising, weight)
  if (at < 0) return null
  const slab = rising[at]!
  const whole = Math.max(priceTimes(slab.rate, weight), slab.minimum)
  if (rule === 'WHOLE') return whole
  if (rule === 'STEPPED') return Math.max(sum(rising.slice(0, at + 1).map(one => stepOf(one, weight))), slab.minimum)
  const next = rising[at + 1]
  return next ? Math.min(whole, Math.max(priceTimes(next.rate, next.fromKg), next.minimum)) : whole
}

/** A weight lies in the slab that begins at or below it; the end of the last slab belongs to it. */
const placeOf = (rising: readonly Slab[], weight: number) =>
  rising.findLastIndex(({ fromKg, toKg }) => fromKg <= weight && (toKg === null || weight <= toKg))

const stepOf = ({ fromKg, toKg, rate }: Slab, weight: number) =>
  priceTimes(rate, Math.min(weight, toKg ?? weight) - fromKg)
