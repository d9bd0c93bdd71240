import { dayText } from '../../define/show.ts'
import type { Fault } from '../../define/validate.ts'
import type { DeliveryStatus } from '../../trade.ts'
import type { Lr } from '../lr.ts'
import type { Pod } from './pod.ts'

/**
 * What of an LR decides whether a POD fits it. `since` is the day of the event that led to its status; `isSettled` says that
 * the desk has settled what did not arrive.
 */
export type LrForPod = Pick<
  Lr,
  'lrNo' | 'lrDate' | 'packages' | 'deliveryStatus' | 'deliveredOn' | 'podStatus' | 'loggerNo'
> & { since: string; isSettled?: boolean }

/** What a POD says. */
export type PodFacts = Pick<
  Pod,
  'deliveredOn' | 'packagesReceived' | 'shortagePackages' | 'damagePackages' | 'temperature'
>

const ended: Partial<Record<DeliveryStatus, string>> = {
  CANCELLED: 'is cancelled: nothing was delivered under it',
  RETURNED: 'was returned to the sender: ask the dispatch desk to correct its events first',
  LOST: 'is reported lost: ask the dispatch desk to correct its events first',
}

const present: Partial<Record<Lr['podStatus'], string>> = {
  UPLOADED: 'has a POD that waits to be verified: another can follow when it is rejected',
  ACCEPTED: 'has a POD that was accepted',
}

/** Why no POD can be uploaded for an LR, as a sentence, or undefined. */
export function podRefusal({
  lrNo,
  deliveryStatus,
  podStatus,
}: Pick<LrForPod, 'lrNo' | 'deliveryStatus' | 'podStatus'>): string | undefined {
  const why = ended[deliveryStatus] ?? present[podStatus]
  return why && `LR ${lrNo} ${why}`
}

/** What is wrong with a POD for an LR; `today` is a business day. Empty when it fits. */
export function podFaults(lr: LrForPod, pod: PodFacts, today: string): Fault[] {
  const refusal = podRefusal(lr)
  if (refusal) return [{ field: 'lrId', code: 'NOT_ALLOWED_STATE', message: refusal }]
  return [...dayFaults(lr, pod, today), ...packageFaults(lr, pod), ...coldFaults(lr, pod)]
}

function dayFaults(lr: LrForPod, pod: PodFacts, today: string): Fault[] {
  const fault = (code: string, message: string) => [{ field: 'deliveredOn', code, message: `Delivered on ${message}` }]
  const { deliveredOn } = pod
  if (deliveredOn > today) return fault('RANGE', 'must not be after today')
  if (deliveredOn < lr.lrDate) return fault('RANGE', `must not be before the LR, which is of ${dayText(lr.lrDate)}`)
  if (lr.isSettled) return []
  if (lr.deliveredOn !== null && !restArrives(lr, pod) && deliveredOn !== lr.deliveredOn) {
    const deliveryDay = dayText(lr.deliveredOn)
    return fault(
      'CONTRADICTION',
      `must be ${deliveryDay}, when LR ${lr.lrNo} was reported delivered; else void that event first`,
    )
  }
  if (deliveredOn < lr.since)
    return fault('TOO_OLD', `must not be before ${dayText(lr.since)}, the day of the LR’s latest event`)
  return []
}

/** Whether the rest of a consignment that arrived in part is now there: a later day, and nothing short any more. */
const restArrives = (lr: LrForPod, pod: PodFacts) =>
  lr.deliveryStatus === 'PARTIAL_DELIVERED' && pod.shortagePackages === 0 && pod.deliveredOn > (lr.deliveredOn ?? '')

function packageFaults(lr: LrForPod, { packagesReceived, shortagePackages, damagePackages }: PodFacts): Fault[] {
  const faults: Fault[] = []
  if (packagesReceived + shortagePackages !== lr.packages) {
    const message = `Packages received and short must add up to the ${lr.packages} of LR ${lr.lrNo}, not to ${packagesReceived + shortagePackages}`
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

/** The status that a POD gives its LR, or null where it is that already. Damage alone is a delivery. */
export function statusByPod(lr: LrForPod, { shortagePackages }: PodFacts): 'DELIVERED' | 'PARTIAL_DELIVERED' | null {
  if (lr.isSettled) return null
  const status = shortagePackages > 0 ? 'PARTIAL_DELIVERED' : 'DELIVERED'
  return status === lr.deliveryStatus ? null : status
}

/** The day a POD most likely says: that of the delivery reported, or none, because it is never today by itself. */
export const likelyDay = ({ deliveredOn }: Pick<Lr, 'deliveredOn'>): string | null => deliveredOn

/** Whether a POD proposes a complaint: something is short or damaged. */
export const proposesComplaint = ({
  shortagePackages,
  damagePackages,
}: Pick<PodFacts, 'shortagePackages' | 'damagePackages'>): boolean => shortagePackages > 0 || damagePackages > 0
