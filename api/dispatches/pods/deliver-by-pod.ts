import type { Knex } from 'knex'
import { dayOf, instantOf } from '../../../resources/define/dates.ts'
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
import { now } from '../../platform/clock.ts'
import { eventsOf } from '../events/lr-subject.ts'
import { recordEvent } from '../events/report-event.ts'

/** An LR as a POD finds it, with the instant since which its status holds. */
export type ReachedLr = Lr & LrForPod & { sinceAt: string | null }

/** A POD as it delivers its LR. */
export type DeliveringPod = PodFacts & Pick<Pod, 'receivedBy'>

/** The day and instant of the event that gave an LR its status, and whether that settled what did not arrive. */
export async function reachedBy(
  trx: Knex,
  { id, lrDate, deliveryStatus }: Lr,
): Promise<{ since: string; sinceAt: string | null; isSettled: boolean }> {
  const last = await trx('tracking_event')
    .where({ lrId: id, eventCode: deliveryStatus, moves: 1, voidNo: 0 })
    .orderBy('eventAt', 'desc')
    .first('eventAt', 'settles')
  return {
    since: last ? dayOf(last.eventAt) : lrDate,
    sinceAt: last?.eventAt ?? null,
    isSettled: Boolean(last?.settles),
  }
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
  const eventAt =
    contradiction && before.sinceAt ? before.sinceAt : later(instantOnPod(pod.deliveredOn), before.sinceAt)
  await record(trx, before, pod, { eventCode, eventAt, source }, await eventsOf(trx, before.id), author)
}

/** The end of the day that a POD says, or now where it has not ended. */
export function instantOnPod(deliveredOn: string): string {
  const ends = instantOf(deliveredOn, '23:59')
  return ends < now() ? ends : now()
}

const later = (one: string, other: string | null) => (other !== null && other > one ? other : one)

/** Records an event by a POD among these events of its LR, with all that follows from it. */
export async function record(
  trx: Knex,
  before: Lr,
  pod: DeliveringPod,
  event: Pick<TrackingEvent, 'eventCode' | 'eventAt' | 'source'>,
  events: Awaited<ReturnType<typeof eventsOf>>,
  author: Author,
): Promise<void> {
  const isTaken = (at: string) =>
    events.some(one => one.voidNo === 0 && one.eventCode === event.eventCode && one.eventAt === at)
  let { eventAt } = event
  // Two of a kind at one instant are one event.
  while (isTaken(eventAt)) eventAt = new Date(Date.parse(eventAt) + 1).toISOString()
  const loss = lossText(pod)
  await recordEvent(
    trx,
    before,
    {
      ...event,
      eventAt,
      remarks: loss ? `By the POD: packages ${loss}` : 'By the POD',
      location: null,
      receivedBy: pod.receivedBy,
      ...(event.eventCode === 'UNDELIVERED' && { reason: 'REFUSED' as const }),
    },
    { effect: 'moves', events },
    author,
  )
}
