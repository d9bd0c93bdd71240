import { newestEvent, replay } from '../../../resources/dispatches/events/journey.ts'
import { inOrder } from '../../../resources/dispatches/events/order.ts'
import { type LrLine, lrLine } from '../../../resources/dispatches/lr-line.ts'
import { asDesk, eventRefusal, reliedUpon } from '../../../resources/dispatches/lr-process.ts'
import { statusLabels } from '../../../resources/dispatches/lr-status.ts'
import { type TrackingEvent, trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { claimFor, withoutClaim } from './claims.ts'
import { followFacts } from './follow-journey.ts'
import { eventsOf, readHeldLr, subjectOf } from './lr-subject.ts'
import { moveLr } from './move-lr.ts'
import { refusal } from './refusal.ts'
import { shipmentNews } from './shipment-told.ts'

/**
 * Confirms a loss or a return that the transporter reported, which moves the consignment. Throws 422 when something else was
 * reported since that excludes it.
 */
export const confirmEvent: ActionHandler = async (trx, { rows, author }) => {
  const [event] = rows as [TrackingEvent]
  const before = await readHeldLr(trx, event.lrId)
  const events = await eventsOf(trx, event.lrId)
  const subject = await subjectOf(trx, before)
  if (precedes(events, event.id, replay(events)!.last.id) || eventRefusal(subject, event.eventCode, asDesk))
    throw refusal(`The LR is “${statusLabels[subject.status]}” since then: decline what the transporter reported`)
  const confirmed = await updateRow(trx, trackingEvent, event, { confirmation: 'CONFIRMED', moves: true }, author)
  const all = events.map(one => (one.id === event.id ? confirmed : one))
  await moveLr(trx, before, replay(all)!, author, { events: all, changes: claimFor(before, event.eventCode, false) })
  await shipmentNews.tell(trx, before.id, event.eventCode)
  return undefined
}

function precedes(events: readonly TrackingEvent[], id: number, otherId: number): boolean {
  const order = inOrder(events).map(one => one.id)
  return order.indexOf(id) < order.indexOf(otherId)
}

/** Declines a loss or a return that the transporter reported; the consignment stays where it is. */
export const declineEvent: ActionHandler = async (trx, { rows, author }) => {
  const [event] = rows as [TrackingEvent]
  await readHeldLr(trx, event.lrId)
  await updateRow(trx, trackingEvent, event, { confirmation: 'DECLINED' }, author)
  return undefined
}

/**
 * Voids the newest event of a consignment and brings LR, shipment, invoices and orders back to where the events before
 * it led. Throws 422 for an older event, and once somebody has relied on it.
 */
export const voidEvent: ActionHandler = async (trx, { rows, values, author, person }) => {
  const [event] = rows as [TrackingEvent]
  const before = await readHeldLr(trx, event.lrId)
  const events = await eventsOf(trx, event.lrId)
  if (newestEvent(events)?.id !== event.id) throw refusal('Only the newest event can be void: void later ones first')
  if (event.eventCode === 'CANCELLED') throw refusal('A cancelled LR stays cancelled: enter its invoices on a new LR')
  const relied = reliedUpon(await subjectOf(trx, before))
  if (relied) throw refusal(relied)
  const lines = await rowsOf(trx, lrLine, found => found.where('lrId', event.lrId))
  if (event.moves && lines.some(isDecided))
    throw refusal('The returned goods are already sent again or settled: the event cannot be changed')
  const changes = { voidedAt: now(), voidedById: person.id, voidReason: String(values.reason), voidNo: event.id }
  const voided = await updateRow(trx, trackingEvent, event, changes, author)
  const left = events.map(one => (one.id === event.id ? voided : one))
  if (!event.moves) {
    await followFacts(trx, before, left, author)
    return undefined
  }
  const replayed = replay(left)!
  for (const one of events)
    if (replayed.moved.includes(one.id) && !one.moves) await updateRow(trx, trackingEvent, one, { moves: true }, author)
  const claim = event.eventCode === 'LOST' || event.settles ? withoutClaim(before) : {}
  await moveLr(trx, before, replayed, author, { events: left, changes: claim })
  return undefined
}

const isDecided = ({ outcome }: LrLine) => outcome === 'SENT_AGAIN' || outcome === 'SETTLED'
