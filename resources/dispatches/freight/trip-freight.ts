import { shareByWeight } from '../freight-share.ts'

/** The freight of a trip with its further drops, in paise. */
export const tripFreight = (rate: { tripRate: number; extraDrop: number }, furtherDrops: number) =>
  rate.tripRate + rate.extraDrop * furtherDrops

/** The freight of a trip on each of its LRs by charged weight, in paise; the shares add up to the freight. */
export const shareTripFreight = (
  freight: number,
  lrs: readonly { chargedWeightKg: number; declaredValue: number }[],
): number[] =>
  shareByWeight(
    freight,
    lrs.map(({ chargedWeightKg, declaredValue }) => ({ weight: chargedWeightKg, value: declaredValue })),
  )
