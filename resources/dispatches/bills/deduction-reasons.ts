/** Why less is paid than was billed. */
export const deductionReasons = ['RATE', 'WEIGHT', 'SHORTAGE', 'DAMAGE', 'LATE', 'OTHER'] as const
export type DeductionReason = (typeof deductionReasons)[number]

const words: Record<DeductionReason, string> = {
  RATE: 'Above the agreed rate',
  WEIGHT: 'Weight charged too high',
  SHORTAGE: 'Goods missing',
  DAMAGE: 'Goods damaged',
  LATE: 'Delivered late',
  OTHER: 'Other',
}
export const deductionWords = { staff: words, buyer: words }
