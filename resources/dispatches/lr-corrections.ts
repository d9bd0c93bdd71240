import { type Lr, lr } from './lr.ts'

/** What of an LR may be corrected, as the form groups it. */
export const correctionGroups = {
  receipt: [
    ...(['lrNo', 'lrDate', 'backdateReason', 'transporterId', 'transMode'] as const),
    ...(['freightTerms', 'termsReason', 'remarks'] as const),
  ],
  goods: ['packages', 'actualWeightKg', 'chargedWeightKg', 'declaredValue', 'valueReason'],
  freight: ['freightAmount', 'otherCharges', 'isOda', 'isPickup', 'isDoorDelivery'],
  road: [
    ...(['vehicleNo', 'driverName', 'driverMobile', 'consolidatedEwayNo', 'distanceKm'] as const),
    ...(['isOverDimensional', 'partBAt'] as const),
  ],
  care: ['unNumber', 'tremCardId', 'driverIsTrained', 'loggerNo'],
  promise: ['expectedDeliveryDate'],
} as const satisfies Record<string, readonly (keyof Lr)[]>

export type Group = keyof typeof correctionGroups
/** The fields of an LR that a correction writes as they are entered. */
export type CorrectedField = (typeof correctionGroups)[Group][number]
export type Correction = CorrectedField | 'lines' | 'ewayBills'

/** What each group is called on the form, in its order. */
export const groupTitles: Record<Group, string> = {
  receipt: 'Lorry receipt',
  goods: 'Goods',
  freight: 'Freight',
  road: 'Vehicle and e-way bill',
  care: 'Hazardous and cold goods',
  promise: 'Promised day',
}

const groups = Object.values(correctionGroups) as (readonly CorrectedField[])[]
export const correctedFields: readonly CorrectedField[] = groups.flat().filter(name => name in lr.fields)
const corrections: readonly Correction[] = [...correctedFields, 'lines', 'ewayBills']

/** What changes on the way itself, whatever became of the bill. */
const ofTheWay: readonly Correction[] = [...correctionGroups.road, ...correctionGroups.care, 'ewayBills']
const ended: readonly Lr['deliveryStatus'][] = ['DELIVERED', 'RETURNED', 'LOST']

type Fixing = Pick<Lr, 'deliveryStatus' | 'billStatus'>

/**
 * Why this cannot be corrected any more, as the end of a sentence; null where it can: everything until the bill of the
 * transporter is approved, whatever the LR has reached, but its goods while it is booked and its promise until it ends.
 */
export function whyFixed(name: Correction, { deliveryStatus, billStatus }: Fixing): string | null {
  const hasEnded = ended.includes(deliveryStatus)
  if (deliveryStatus === 'CANCELLED') return 'cannot be changed: the LR is cancelled'
  if (name === 'lines') return deliveryStatus === 'BOOKED' ? null : whyGone(hasEnded)
  if (name === 'expectedDeliveryDate') return hasEnded ? 'cannot be changed: the LR has ended' : null
  if (billStatus !== 'APPROVED' && billStatus !== 'PAID') return null
  return ofTheWay.includes(name) && !hasEnded ? null : 'cannot be changed: the bill of its transporter is approved'
}

/** An LR that has left cannot be cancelled: its way back is the event that was reported wrongly, or the goods. */
const whyGone = (hasEnded: boolean): string =>
  hasEnded
    ? 'cannot be changed: the LR has ended'
    : 'cannot be changed once the LR has left: void the event if it was reported by mistake, or report the return of the goods and add a new LR'

/** What may be corrected now. */
export const correctable = (lr: Fixing): Correction[] => corrections.filter(name => whyFixed(name, lr) === null)
