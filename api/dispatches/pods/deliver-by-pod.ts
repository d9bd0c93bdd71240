import type { Knex } from 'knex'
import { replay } from '../../../resources/dispatches/events/journey.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import type { Pod } from '../../../resources/dispatches/pods/pod.ts'
import {
  contradictionOf,
  type LrForPod,
  lossText,
  type PodFacts,
  saysOfLoss,
  statusByPod,
} from '../../../resources/dispatches/pods/pod-rules.ts'
import type { TrackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import type { Author } from '../../derive/save/author.ts'
import { eventsOf } from '../events/lr-subject.ts'
import { recordEvent } from '../events/report-event.ts'

/** An LR as a POD finds it, with the hour since which its status holds, where one was said. */
export type ReachedLr = Lr & LrForPod & { sinceAt: string | null }

/** A POD as it delivers its LR. */
export type DeliveringPod = PodFacts & Pick<Pod, 'receivedBy' | 'temperature'>

/** The day, and the hour where one was said, of the event that gave an LR its status, and whether that settled what did not arrive. */
export async function reachedBy(
  trx: Knex,
  { id, lrDate, deliveryStatus }: Lr,
): Promise<{ since: string; sinceAt: string | null; isSettled: boolean }> {
  const last = replay(await eventsOf(trx, id))?.last
  // An LR may be booked days after its goods left.
  return last && last.eventCode === deliveryStatus && last.eventCode !== 'BOOKED'
    ? { since: last.eventOn, sinceAt: last.eventAt, isSettled: last.settles }
    : { since: lrDate, sinceAt: null, isSettled: false }
}

/** Whether the bill of an LR is decided, so that Finance is asked before its delivery is reopened. */
export const isBillDecided = ({ billStatus }: Pick<Lr, 'billStatus'>) =>
  billStatus === 'APPROVED' || billStatus === 'PAID'

/** Whether a POD says of an LR, which counts as delivered, that it is not so. */
export const reopens = (before: LrForPod, pod: PodFacts): boolean =>
  before.deliveryStatus === 'DELIVERED' && saysOfLoss(pod) && statusByPod(before, pod) !== null

/**
 * Brings an LR, its invoices and its orders where its POD says that they are, whoever relied on the report before. Nothing
 * moves while a person must say whether the LR was lost, came back or was still on its way; where only the day is another,
 * the reported one holds so long.
 */
export async function deliverByPod(
  trx: Knex,
  before: ReachedLr,
  pod: DeliveringPod,
  source: TrackingEvent['source'],
  author: Author,
): Promise<void> {
  const eventCode = statusByPod(before, pod)
  const contradiction = contradictionOf(before, pod)
  if (eventCode === null || (contradiction && before.deliveredOn === null)) return
  // What it overrules it follows at once.
  const overrules = contradiction !== null || (before.deliveredOn !== null && pod.deliveredOn === before.since)
  const when = overrules
    ? { eventOn: before.since, eventAt: before.sinceAt }
    : { eventOn: pod.deliveredOn, eventAt: null }
  await record(trx, before, pod, { eventCode, ...when, source }, await eventsOf(trx, before.id), author)
}

/** Records an event by a POD among these events of its LR, with all that follows from it. */
export async function record(
  trx: Knex,
  before: Lr,
  pod: DeliveringPod,
  event: Pick<TrackingEvent, 'eventCode' | 'eventOn' | 'eventAt' | 'source'>,
  events: Awaited<ReturnType<typeof eventsOf>>,
  author: Author,
): Promise<void> {
  const loss = lossText(pod)
  await recordEvent(
    trx,
    before,
    {
      ...event,
      remarks: loss ? `By the POD: packages ${loss}` : 'By the POD',
      location: null,
      receivedBy: pod.receivedBy,
      temperature: pod.temperature,
      ...(event.eventCode === 'UNDELIVERED' && { reason: 'REFUSED' as const }),
    },
    { effect: 'moves', events },
    author,
  )
}
