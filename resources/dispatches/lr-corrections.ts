import { type Lr, lr } from './lr.ts'

/** What may be corrected on an LR, and until when. */
const untilItMoves = ['lrNo', 'transporterId', 'transMode', 'packages', 'lines'] as const
const untilFinal = [
  'vehicleNo',
  'driverName',
  'driverMobile',
  'ewayBills',
  'consolidatedEwayNo',
  'distanceKm',
  'isOverDimensional',
  'partBAt',
  'unNumber',
  'tremCardId',
  'driverIsTrained',
  'loggerNo',
  'expectedDeliveryDate',
] as const
const untilBilled = ['actualWeightKg', 'chargedWeightKg', 'freightAmount', 'otherCharges'] as const

export type Correction = (typeof untilItMoves)[number] | (typeof untilFinal)[number] | (typeof untilBilled)[number]
const corrections: readonly Correction[] = [...untilItMoves, ...untilFinal, ...untilBilled]
/** The fields of an LR that a correction writes as they are entered. */
export type CorrectedField = Exclude<Correction, 'lines' | 'ewayBills'>
export const correctedFields = corrections.filter((name): name is CorrectedField => name in lr.fields)

const final: readonly Lr['deliveryStatus'][] = ['DELIVERED', 'RETURNED', 'LOST', 'CANCELLED']

/** Why this cannot be corrected any more, as the end of a sentence; null where it can. */
export function whyFixed(name: Correction, lr: Pick<Lr, 'deliveryStatus' | 'billStatus'>): string | null {
  if (includes(untilItMoves, name)) return whyMoved(lr.deliveryStatus)
  if (includes(untilFinal, name)) return final.includes(lr.deliveryStatus) ? `cannot be changed: ${ended}` : null
  if (lr.deliveryStatus === 'CANCELLED') return 'cannot be changed: the LR is cancelled'
  return lr.billStatus === 'UNBILLED' ? null : 'cannot be changed: the transporter has billed the LR'
}

/** An LR that has left cannot be cancelled: its way back is the event that was reported wrongly, or the goods. */
function whyMoved(status: Lr['deliveryStatus']): string | null {
  if (status === 'BOOKED') return null
  return final.includes(status)
    ? `cannot be changed: ${ended}`
    : 'cannot be changed once the LR has left: void the event if it was reported by mistake, or report the return of the goods and add a new LR'
}

const ended = 'the LR has ended'

const includes = (names: readonly Correction[], name: Correction) => names.includes(name)

/** What may be corrected now. */
export const correctable = (lr: Pick<Lr, 'deliveryStatus' | 'billStatus'>): Correction[] =>
  corrections.filter(name => whyFixed(name, lr) === null)
