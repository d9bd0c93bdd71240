/** Why less is paid than was billed. */
export const deductionReasons = ['RATE', 'WEIGHT', 'SHORTAGE', 'DAMAGE', 'LATE', 'OTHER'] as const
export type DeductionReason = (typeof deductionReasons)[number]

/** Those of a debit note: losses on earlier bills are set off by themselves. */
export const debitReasons = [...deductionReasons, 'LOSS'] as const
type DebitReason = (typeof debitReasons)[number]

const words: Record<DebitReason, string> = {
  RATE: 'Above the agreed rate',
  WEIGHT: 'Weight charged too high',
  SHORTAGE: 'Goods missing',
  DAMAGE: 'Goods damaged',
  LATE: 'Delivered late',
  OTHER: 'Other',
  LOSS: 'Loss on an earlier bill',
}
export const deductionWords = { staff: words, buyer: words }
