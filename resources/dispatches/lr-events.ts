import { dayOf } from '../define/dates.ts'
import type { Actor } from '../define/process/process.ts'
import type { DeliveryStatus } from '../trade.ts'
import { asDesk, eventRefusal, follows, type LrSubject } from './lr-process.ts'

export interface NewEvent {
  eventCode: DeliveryStatus
  eventAt: string
  remarks: string | null
}

/**
 * The effect of a new event: it moves the status; or is only recorded, because it is older than the status; or waits for
 * the desk; or is refused with a sentence about a field.
 */
export type Effect = 'moves' | 'is older' | 'awaits the desk' | { field: string; message: string }

const seriousFromTransporters: readonly DeliveryStatus[] = ['RETURNED', 'LOST']

/** The effect of a new event on a consignment whose status stands on an event at `since`. */
export function effectOf(lr: LrSubject, since: string, event: NewEvent, actors: readonly Actor[]): Effect {
  const isOlder = event.eventAt < since
  if (isOlder && event.eventCode !== 'BOOKED' && lr.status !== 'CANCELLED') {
    if (event.eventCode !== 'CANCELLED') return 'is older'
    return { field: 'eventAt', message: 'At must not be before what was reported last: an LR is cancelled from now on' }
  }
  const refused = eventRefusal(lr, event.eventCode, actors)
  if (refused) return { field: 'eventCode', message: refused }
  if (lr.status === 'DELIVERED' && !event.remarks)
    return { field: 'remarks', message: 'Remarks are required: say why the delivery is reopened' }
  const isDesk = actors.some(one => asDesk.includes(one))
  return seriousFromTransporters.includes(event.eventCode) && !isDesk ? 'awaits the desk' : 'moves'
}

/** An event as it was recorded. */
export interface RecordedEvent {
  id: number
  eventCode: DeliveryStatus
  eventAt: string
  moves: boolean
  confirmation: 'NOT_NEEDED' | 'AWAITED' | 'CONFIRMED' | 'DECLINED'
  voidNo: number
  /** It settles what is missing, and leaves the day of the delivery as it was. */
  settles: boolean
}

export interface Replayed {
  status: DeliveryStatus
  /** The instant of the event on which the status stands. */
  since: string
  deliveredOn: string | null
  /** The events that led there, in order. */
  moved: number[]
}

const inTime = (a: Pick<RecordedEvent, 'eventAt' | 'id'>, b: Pick<RecordedEvent, 'eventAt' | 'id'>) =>
  a.eventAt < b.eventAt ? -1 : a.eventAt > b.eventAt ? 1 : a.id - b.id

const counts = ({ voidNo, confirmation }: RecordedEvent) =>
  voidNo === 0 && confirmation !== 'AWAITED' && confirmation !== 'DECLINED'

/**
 * The status that the events lead to: those that moved it stay as they were, and later ones that had come too late to
 * count follow now, where the flow lets them. Returns null without a first event.
 */
export function replay(events: readonly RecordedEvent[]): Replayed | null {
  const live = events.filter(counts).toSorted(inTime)
  const chain = live.filter(({ moves }) => moves)
  let last = chain.at(-1)
  if (!last) return null
  for (const event of live) {
    if (event.moves || inTime(event, last) < 0 || !follows(last.eventCode, event.eventCode)) continue
    chain.push(event)
    last = event
  }
  let deliveredOn: string | null = null
  for (const { eventCode, eventAt, settles } of chain) {
    if (!hasArrived(eventCode)) deliveredOn = null
    else if (!settles || deliveredOn === null) deliveredOn = dayOf(eventAt)
  }
  return { status: last.eventCode, since: last.eventAt, deliveredOn, moved: chain.map(({ id }) => id) }
}

/** Whether goods are with the consignee, at least in part. */
export const hasArrived = (status: DeliveryStatus): boolean => status === 'DELIVERED' || status === 'PARTIAL_DELIVERED'

/** The newest event that counts or waits for the desk; only it can be void. Undefined when it is the booking itself. */
export function newestEvent<Event extends RecordedEvent>(events: readonly Event[]): Event | undefined {
  const newest = events
    .filter(({ voidNo, confirmation }) => voidNo === 0 && confirmation !== 'DECLINED')
    .toSorted(inTime)
    .at(-1)
  return newest?.eventCode === 'BOOKED' ? undefined : newest
}
