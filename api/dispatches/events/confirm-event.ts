import { replay } from '../../../resources/dispatches/lr-events.ts'
import { asDesk, eventRefusal } from '../../../resources/dispatches/lr-process.ts'
import { statusLabels } from '../../../resources/dispatches/lr-status.ts'
import { type TrackingEvent, trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { updateRow } from '../../derive/save/write.ts'
import { claimFor } from './claims.ts'
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
  if (event.eventAt < replay(events)!.since || eventRefusal(subject, event.eventCode, asDesk))
    throw refusal(
      `The consignment is «${statusLabels[subject.status]}» since then: decline what the transporter reported`,
    )
  const confirmed = await updateRow(trx, trackingEvent, event, { confirmation: 'CONFIRMED', moves: true }, author)
  const moved = replay(events.map(one => (one.id === event.id ? confirmed : one)))!
  await moveLr(trx, before, moved, author, { changes: claimFor(before, event.eventCode, false) })
  await shipmentNews.tell(trx, before.id, event.eventCode)
  return undefined
}

/** Declines a loss or a return that the transporter reported; the consignment stays where it is. */
export const declineEvent: ActionHandler = async (trx, { rows, author }) => {
  const [event] = rows as [TrackingEvent]
  await readHeldLr(trx, event.lrId)
  await updateRow(trx, trackingEvent, event, { confirmation: 'DECLINED' }, author)
  return undefined
}
