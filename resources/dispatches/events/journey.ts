import type { Actor } from '../../define/process/process.ts'
import type { DeliveryStatus } from '../../trade.ts'
import { asDesk, eventRefusal, follows, type LrSubject } from '../lr-process.ts'
import { inOrder, type Placed, type When } from './order.ts'

export interface NewEvent extends When {
  eventCode: DeliveryStatus
  remarks: string | null
}

/**
 * The effect of a new event: it moves the status; or is only recorded, because it is older than the status; or waits for
 * the desk; or is refused with a sentence about a field.
 */
export type Effect = 'moves' | 'is older' | 'awaits the desk' | { field: string; message: string }

const seriousFromTransporters: readonly DeliveryStatus[] = ['RETURNED', 'LOST']

/** The effect of a new event on a consignment, which may come before the event on which its status stands. */
export function effectOf(lr: LrSubject, isOlder: boolean, event: NewEvent, actors: readonly Actor[]): Effect {
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
export interface RecordedEvent extends Placed {
  moves: boolean
  confirmation: 'NOT_NEEDED' | 'AWAITED' | 'CONFIRMED' | 'DECLINED'
  /** It settles what is missing, and leaves the day of the delivery as it was. */
  settles: boolean
}

export interface Replayed {
  status: DeliveryStatus
  /** The event on which the status stands. */
  last: RecordedEvent
  deliveredOn: string | null
  /** The events that led there, in order. */
  moved: number[]
}

/** Whether what an event says is valid: it is not void, and does not wait for the desk. */
export const counts = ({ voidNo, confirmation }: Pick<RecordedEvent, 'voidNo' | 'confirmation'>): boolean =>
  voidNo === 0 && confirmation !== 'AWAITED' && confirmation !== 'DECLINED'

/**
 * The status that the events lead to: those that moved it stay as they were, and later ones that had come too late to
 * count follow now, where the flow lets them. Returns null without a first event.
 */
export function replay(events: readonly RecordedEvent[]): Replayed | null {
  const live = inOrder(events).filter(counts)
  const chain = live.filter(({ moves }) => moves)
  let last = chain.at(-1)
  if (!last) return null
  for (const event of live.slice(live.indexOf(last) + 1)) {
    if (!follows(last.eventCode, event.eventCode)) continue
    chain.push(event)
    last = event
  }
  let deliveredOn: string | null = null
  for (const { eventCode, eventOn, settles } of chain) {
    if (!hasArrived(eventCode)) deliveredOn = null
    else if (!settles || deliveredOn === null) deliveredOn = eventOn
  }
  return { status: last.eventCode, last, deliveredOn, moved: chain.map(({ id }) => id) }
}

/** Whether goods are with the consignee, at least in part. */
export const hasArrived = (status: DeliveryStatus): boolean => status === 'DELIVERED' || status === 'PARTIAL_DELIVERED'

/** The newest event that counts or waits for the desk; only it can be void. Undefined when it is the booking itself. */
export function newestEvent<Event extends RecordedEvent>(events: readonly Event[]): Event | undefined {
  const newest = inOrder(events)
    .filter(({ voidNo, confirmation }) => voidNo === 0 && confirmation !== 'DECLINED')
    .at(-1)
  return newest?.eventCode === 'BOOKED' ? undefined : newest
}
