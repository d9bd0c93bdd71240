import { dayText } from '../../define/show.ts'
import type { Fault } from '../../define/validate.ts'
import type { DeliveryStatus } from '../../trade.ts'
import type { Lr } from '../lr.ts'
import { statusLabels } from '../lr-status.ts'
import type { Pod } from './pod.ts'

/**
 * What of an LR decides how a POD fits it. `since` is the day of the event that led to its status; `isSettled` says that
 * the desk has settled what did not arrive.
 */
export type LrForPod = Pick<
  Lr,
  'lrNo' | 'lrDate' | 'packages' | 'deliveryStatus' | 'deliveredOn' | 'podStatus' | 'loggerNo'
> & { since: string; isSettled?: boolean }

/** What a POD says. */
export type PodFacts = Pick<
  Pod,
  'deliveredOn' | 'packagesReceived' | 'shortagePackages' | 'damagePackages' | 'refusedPackages' | 'temperature'
>

/** What was reported of an LR and is not what its POD says. */
export type Contradiction = Pick<Pod, 'reportedStatus' | 'reportedOn'>

const ended: readonly DeliveryStatus[] = ['CANCELLED', 'RETURNED', 'LOST']

/** What is to be known before a POD is uploaded for an LR, as a sentence; undefined where nothing is. */
export function podNotice({
  lrNo,
  deliveryStatus,
  podStatus,
}: Pick<LrForPod, 'lrNo' | 'deliveryStatus' | 'podStatus'>): string | undefined {
  if (ended.includes(deliveryStatus))
    return `LR ${lrNo} is reported as “${statusLabels[deliveryStatus]}”: the dispatch desk will be asked what holds`
  if (podStatus === 'UPLOADED') return `LR ${lrNo} has a POD that waits to be verified: a new one takes its place`
  return podStatus === 'ACCEPTED' ? `LR ${lrNo} has a POD that was accepted: a new one takes its place` : undefined
}

/** What is wrong with a POD for an LR; `today` is a business day. Empty when it can be what the paper says. */
export function podFaults(lr: LrForPod, pod: PodFacts, today: string): Fault[] {
  return [...dayFaults(lr, pod, today), ...packageFaults(lr, pod), ...coldFaults(lr, pod)]
}

function dayFaults(lr: LrForPod, { deliveredOn }: PodFacts, today: string): Fault[] {
  const fault = (message: string) => [{ field: 'deliveredOn', code: 'RANGE', message: `Delivered on ${message}` }]
  if (deliveredOn > today) return fault('must not be after today')
  return deliveredOn < lr.lrDate ? fault(`must not be before the LR, which is of ${dayText(lr.lrDate)}`) : []
}

/**
 * What was reported otherwise than the POD says, so that a person must say which of the two holds: another day, a later
 * event, or that nothing was delivered at all. Null where both agree.
 */
export function contradictionOf(lr: LrForPod, pod: PodFacts): Contradiction | null {
  if (ended.includes(lr.deliveryStatus)) return { reportedStatus: lr.deliveryStatus, reportedOn: lr.since }
  if (lr.isSettled) return null
  if (lr.deliveredOn !== null)
    return pod.deliveredOn === lr.deliveredOn || restArrives(lr, pod)
      ? null
      : { reportedStatus: lr.deliveryStatus, reportedOn: lr.deliveredOn }
  return pod.deliveredOn < lr.since ? { reportedStatus: lr.deliveryStatus, reportedOn: lr.since } : null
}

/** Such as “The POD says delivered on 19-11-2026; “Delivered” was reported for 20-11-2026”. */
export const contradictionText = ({
  deliveredOn,
  reportedStatus,
  reportedOn,
}: Pick<Pod, 'deliveredOn'> & Contradiction): string =>
  reportedStatus === null || reportedOn === null
    ? ''
    : `The POD says delivered on ${dayText(deliveredOn)}; “${statusLabels[reportedStatus]}” was reported for ${dayText(reportedOn)}`

/** Whether the rest of a consignment that arrived in part is now there: a later day, and nothing missing any more. */
const restArrives = (lr: LrForPod, pod: PodFacts) =>
  lr.deliveryStatus === 'PARTIAL_DELIVERED' && missingPackages(pod) === 0 && pod.deliveredOn > (lr.deliveredOn ?? '')

/** How many packages did not stay with the consignee. */
export const missingPackages = ({
  shortagePackages,
  refusedPackages,
}: Pick<PodFacts, 'shortagePackages' | 'refusedPackages'>): number => shortagePackages + refusedPackages

function packageFaults(lr: LrForPod, pod: PodFacts): Fault[] {
  const { packagesReceived, damagePackages } = pod
  const faults: Fault[] = []
  const all = packagesReceived + missingPackages(pod)
  if (all !== lr.packages) {
    const message = `Packages received, short and refused must add up to the ${lr.packages} of LR ${lr.lrNo}, not to ${all}`
    faults.push({ field: 'packagesReceived', code: 'SUM', message })
  }
  if (damagePackages > packagesReceived) {
    const message = `Packages damaged must not be more than the ${packagesReceived} received`
    faults.push({ field: 'damagePackages', code: 'RANGE', message })
  }
  return faults
}

/** Goods that travel with a temperature logger travel cold: how cold they arrived is noted. */
function coldFaults({ lrNo, loggerNo }: LrForPod, { temperature }: PodFacts): Fault[] {
  if (loggerNo === null || temperature !== null) return []
  const message = `Temperature on arrival is required: LR ${lrNo} travelled cold, with logger ${loggerNo}`
  return [{ field: 'temperature', code: 'REQUIRED', message }]
}

/** Stands for the name of the receiver where nobody says it: whoever verifies the POD reads it there. */
export const UNSAID_RECEIVER = 'As signed on the POD'

/**
 * The status that a POD gives its LR, or null where it is that already. Damage alone is a delivery; goods that were refused
 * altogether are not delivered.
 */
export function statusByPod(lr: LrForPod, pod: PodFacts): 'DELIVERED' | 'PARTIAL_DELIVERED' | 'UNDELIVERED' | null {
  if (lr.isSettled) return null
  const isRefused = pod.packagesReceived === 0 && pod.shortagePackages === 0 && pod.refusedPackages > 0
  const status = isRefused ? 'UNDELIVERED' : missingPackages(pod) > 0 ? 'PARTIAL_DELIVERED' : 'DELIVERED'
  return status === lr.deliveryStatus ? null : status
}

/** The day a POD most likely says: that of the delivery reported, or none, because it is never today by itself. */
export const likelyDay = ({ deliveredOn }: Pick<Lr, 'deliveredOn'>): string | null => deliveredOn

/** Whether a POD proposes a complaint and opens a claim: something is short, damaged or refused. */
export const saysOfLoss = (pod: Pick<PodFacts, 'shortagePackages' | 'damagePackages' | 'refusedPackages'>): boolean =>
  missingPackages(pod) > 0 || pod.damagePackages > 0

/** Such as “2 short and 1 damaged”; empty where nothing is. */
export const lossText = ({
  shortagePackages,
  damagePackages,
  refusedPackages,
}: Pick<PodFacts, 'shortagePackages' | 'damagePackages' | 'refusedPackages'>): string =>
  [
    shortagePackages > 0 && `${shortagePackages} short`,
    damagePackages > 0 && `${damagePackages} damaged`,
    refusedPackages > 0 && `${refusedPackages} refused`,
  ]
    .filter(Boolean)
    .join(' and ')
