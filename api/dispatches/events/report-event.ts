import type { Knex } from 'knex'
import { type Fault, withDefaults } from '../../../resources/define/validate.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { type Effect, effectOf, type NewEvent, replay } from '../../../resources/dispatches/lr-events.ts'
import { ewayEndedFault } from '../../../resources/dispatches/lr-faults.ts'
import { asDesk, asTransporter } from '../../../resources/dispatches/lr-process.ts'
import { failureReasons, statusLabels } from '../../../resources/dispatches/lr-status.ts'
import { shipment } from '../../../resources/dispatches/shipment.ts'
import { type TrackingEvent, trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { conflict, refused } from '../../platform/errors.ts'
import { claimFor } from './claims.ts'
import { notifyDesk } from './desk-notes.ts'
import { eventsOf, subjectOf } from './lr-subject.ts'
import { moveLr } from './move-lr.ts'
import { shipmentNews } from './shipment-told.ts'

/** An event as it is reported: where, by whom, and what else is known of it. */
export interface Reported
  extends NewEvent,
    Partial<Pick<TrackingEvent, 'reason' | 'vehicleNo' | 'requestKey' | 'settles'>> {
  location: string | null
  source: TrackingEvent['source']
  /** Who took the goods, at a delivery. */
  receivedBy?: string | null
  /** Part B of the e-way bill names the new vehicle already. */
  partBUpdated?: boolean
}

/** What a new event does, and the events before it. */
interface Judged {
  effect: Exclude<Effect, object>
  events: Awaited<ReturnType<typeof eventsOf>>
}

/** Judges a new event without writing anything: its effect, or the fault for which it is refused. */
export async function judgeEvent(
  trx: Knex,
  before: Lr,
  event: Reported,
  desk: boolean,
): Promise<Judged | { fault: Fault }> {
  const events = await eventsOf(trx, before.id)
  const isNoted = ({ eventCode, eventAt, voidNo }: TrackingEvent) =>
    voidNo === 0 && eventCode === event.eventCode && eventAt === event.eventAt
  if (event.eventCode !== 'BOOKED' && events.some(isNoted)) {
    const message = 'This event is already recorded for that time'
    return { fault: { field: 'eventAt', code: 'DUPLICATE_KEY', message } }
  }
  const ended = await endedBeforeDeparture(trx, before, event)
  if (ended) return { fault: ended }
  const since = replay(events)?.since ?? before.createdAt
  const effect = effectOf(await subjectOf(trx, before), since, event, desk ? asDesk : asTransporter)
  return typeof effect === 'object' ? { fault: { ...effect, code: 'NOT_ALLOWED_STATE' } } : { effect, events }
}

/** Goods do not leave on an e-way bill that has ended. */
async function endedBeforeDeparture(
  trx: Knex,
  { id: lrId, deliveryStatus }: Lr,
  { eventCode, eventAt }: Reported,
): Promise<Fault | undefined> {
  if (deliveryStatus !== 'BOOKED' || eventCode !== 'IN_TRANSIT') return undefined
  const ended = await trx('lr_line')
    .where({ lrId })
    .whereNotNull('ewayBillNo')
    .where('ewayValidTo', '<', eventAt)
    .first('ewayBillNo', 'ewayValidTo')
  return ended && ewayEndedFault('eventAt', ended.ewayBillNo, ended.ewayValidTo)
}

/**
 * Records an event of a consignment and moves its LR; with it the customer's shipment, the invoices and, once all has
 * arrived, the orders. An event older than the status is only recorded, and a transporter's loss or return waits for the
 * desk. Returns the event's id. Throws 422 for an event that cannot follow, 409 for a duplicate.
 */
export async function reportEvent(
  trx: Knex,
  before: Lr,
  event: Reported,
  desk: boolean,
  author: Author,
): Promise<number> {
  const judged = await judgeEvent(trx, before, event, desk)
  if (!('fault' in judged)) return recordEvent(trx, before, event, judged, author)
  const { fault } = judged
  throw fault.code === 'DUPLICATE_KEY' ? conflict(fault.code, fault.message, {}, fault.field) : refused([fault])
}

/** Records an event that was judged in the same transaction, with all that follows from it. Returns its id. */
export async function recordEvent(
  trx: Knex,
  before: Lr,
  event: Reported,
  { effect, events }: Judged,
  author: Author,
): Promise<number> {
  const notedEvent = await noteEvent(trx, before, event, effect, author)
  const partB = event.partBUpdated ? { partBAt: event.eventAt } : {}
  if (effect === 'moves') {
    await moveLr(trx, before, replay([...events, notedEvent])!, author, {
      changes: {
        ...partB,
        ...claimFor(before, event.eventCode, event.settles ?? false),
        ...(event.eventCode === 'DELIVERED' && { receivedBy: event.receivedBy ?? before.receivedBy }),
      },
      ...(event.settles && event.remarks && { settlementReason: event.remarks }),
    })
    await shipmentNews.tell(trx, before.id, event.eventCode)
  }
  if (effect === 'awaits the desk') await askDesk(trx, before, event)
  return notedEvent.id
}

async function noteEvent(
  trx: Knex,
  { id: lrId }: Lr,
  { receivedBy: _, partBUpdated: __, ...event }: Reported,
  effect: Effect,
  author: Author,
) {
  const [theirs] = await rowsOf(trx, shipment, rows => rows.where('lrId', lrId))
  const row: Partial<TrackingEvent> = {
    ...event,
    shipmentId: theirs!.id,
    lrId,
    moves: effect === 'moves',
    confirmation: effect === 'awaits the desk' ? 'AWAITED' : 'NOT_NEEDED',
  }
  const [made] = await insertRows(trx, trackingEvent, [withDefaults(trackingEvent, row)], author)
  return made!
}

const askDesk = (trx: Knex, lr: Lr, { eventCode, reason, remarks }: Reported) =>
  notifyDesk(trx, lr, {
    title: `The transporter reports LR ${lr.lrNo}: ${statusLabels[eventCode].toLowerCase()}`,
    body: [reason && failureReasons[reason], remarks].filter(Boolean).join('. ') || null,
  })
