import type { Knex } from 'knex'
import { instantOf } from '../../../resources/define/dates.ts'
import { type Fault, withDefaults } from '../../../resources/define/validate.ts'
import type { Said } from '../../../resources/dispatches/events/facts.ts'
import { type Effect, effectOf, type NewEvent, replay } from '../../../resources/dispatches/events/journey.ts'
import { comesBefore } from '../../../resources/dispatches/events/order.ts'
import { toldOf } from '../../../resources/dispatches/events/told.ts'
import type { Lr } from '../../../resources/dispatches/lr.ts'
import { ewayEndedFault } from '../../../resources/dispatches/lr-faults.ts'
import { asDesk, asTransporter } from '../../../resources/dispatches/lr-process.ts'
import { failureReasons, type StatusReader, statusLabels } from '../../../resources/dispatches/lr-status.ts'
import { shipment } from '../../../resources/dispatches/shipment.ts'
import { type TrackingEvent, trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { conflict, refused } from '../../platform/errors.ts'
import { withoutEwayBill } from '../booking/eway-missing.ts'
import { isNumberTaken } from '../booking/free-number.ts'
import { faultsAtGate } from '../hazards/faults-at-gate.ts'
import { claimFor } from './claims.ts'
import { notifyDesk } from './desk-notes.ts'
import { followFacts } from './follow-journey.ts'
import { eventsOf, subjectOf } from './lr-subject.ts'
import { moveLr } from './move-lr.ts'
import { shipmentNews } from './shipment-told.ts'

/** An event as it is reported: where, by whom, and what else is known of it. */
export interface Reported
  extends NewEvent,
    Partial<Said>,
    Partial<Pick<TrackingEvent, 'reason' | 'requestKey' | 'settles'>> {
  location: string | null
  source: TrackingEvent['source']
}

/** An event that was recorded, and what whoever reported it is told beside. */
export interface RecordedAs {
  id: number
  says: string[]
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
  if (event.eventCode !== 'BOOKED' && events.some(one => isSame(one, event))) {
    const message =
      event.eventAt === null
        ? 'This event is already recorded for that day'
        : 'This event is already recorded for that time'
    return { fault: { field: 'eventAt', code: 'DUPLICATE_KEY', message } }
  }
  const fault = (await unfitToLeave(trx, before, event)) ?? (await factsFault(trx, before, event, desk))
  if (fault) return { fault }
  const last = replay(events)?.last
  const isOlder = last !== undefined && comesBefore(event, last, events)
  const effect = effectOf(await subjectOf(trx, before), isOlder, event, desk ? asDesk : asTransporter)
  return typeof effect === 'object' ? { fault: { ...effect, code: 'NOT_ALLOWED_STATE' } } : { effect, events }
}

/** Of days without an hour there may be several, each at another place. */
const isSame = (one: TrackingEvent, event: Reported) =>
  one.voidNo === 0 &&
  one.eventCode === event.eventCode &&
  one.eventOn === event.eventOn &&
  one.eventAt === event.eventAt &&
  (event.eventAt !== null || one.location === event.location)

/** What of the facts of an event nobody may report now. */
async function factsFault(trx: Knex, before: Lr, event: Reported, desk: boolean): Promise<Fault | undefined> {
  const { lrNo = null, transporterId = null } = event
  const isOther = transporterId !== null && transporterId !== before.transporterId
  const fault = (field: string, code: string, message: string) => ({ field, code, message })
  if (isOther && !desk)
    return fault('transporterId', 'FORBIDDEN', 'New transporter is for the dispatch desk: ask them to report it')
  if (isOther && before.billStatus !== 'UNBILLED')
    return fault(
      'transporterId',
      'NOT_ALLOWED_STATE',
      'New transporter is too late: the LR is on a bill of its transporter',
    )
  const next = { ...before, lrNo: lrNo ?? before.lrNo, transporterId: transporterId ?? before.transporterId }
  if (next.lrNo === before.lrNo && !isOther) return undefined
  if (!(await isNumberTaken(trx, next))) return undefined
  return fault(
    'lrNo',
    'TAKEN',
    `LR no ${next.lrNo} of this transporter is another LR of this financial year: enter the new number`,
  )
}

/** Goods do not leave on an e-way bill that has ended, nor without one that they need; hazardous goods only as the law lets them. */
async function unfitToLeave(
  trx: Knex,
  lr: Lr,
  { eventCode, eventOn, eventAt, vehicleNo }: Reported,
): Promise<Fault | undefined> {
  const { id: lrId, deliveryStatus } = lr
  if (deliveryStatus !== 'BOOKED' || eventCode !== 'IN_TRANSIT') return undefined
  const ended = await trx('lr_line')
    .where({ lrId })
    .whereNotNull('ewayBillNo')
    .where('ewayValidTo', '<', eventAt ?? instantOf(eventOn))
    .first('ewayBillNo', 'ewayValidTo')
  if (ended) return ewayEndedFault('eventAt', ended.ewayBillNo, ended.ewayValidTo)
  const missing = await withoutEwayBill(trx, [lrId])
  if (missing !== undefined) return { field: 'eventCode', code: 'EWAY_MISSING', message: missing }
  const gate = { lrIds: [lrId], vehicleNo: vehicleNo ?? lr.vehicleNo, driverLicence: null, day: eventOn }
  const { refusals } = await faultsAtGate(trx, { ...gate, transporterId: lr.transporterId })
  return refusals[0] === undefined ? undefined : { field: 'eventCode', code: 'HAZARD', message: refusals[0] }
}

/**
 * Records an event of a consignment and moves its LR; with it the customer's shipment, the invoices and, once all has
 * arrived, the orders. An event older than the status is only recorded, and a transporter's loss or return waits for the
 * desk; what it says of the LR is taken where no later event says it. Throws 422 for an event that cannot follow, 409 for
 * a duplicate and for a number that another LR has.
 */
export async function reportEvent(
  trx: Knex,
  before: Lr,
  event: Reported,
  desk: boolean,
  author: Author,
  reader: StatusReader = 'staff',
): Promise<RecordedAs> {
  const judged = await judgeEvent(trx, before, event, desk)
  if (!('fault' in judged)) return recordEvent(trx, before, event, judged, author, reader)
  const { fault } = judged
  throw taken.includes(fault.code) ? conflict(fault.code, fault.message, {}, fault.field) : refused([fault])
}

/** What another row has already. */
const taken = ['DUPLICATE_KEY', 'TAKEN']

/** Records an event that was judged in the same transaction, with all that follows from it. */
export async function recordEvent(
  trx: Knex,
  before: Lr,
  event: Reported,
  { effect, events }: Judged,
  author: Author,
  reader: StatusReader = 'staff',
): Promise<RecordedAs> {
  const notedEvent = await noteEvent(trx, before, event, effect, author)
  const all = [...events, notedEvent]
  if (effect === 'moves') {
    await moveLr(trx, before, replay(all)!, author, {
      events: all,
      changes: claimFor(before, event.eventCode, event.settles ?? false),
      ...(event.settles && event.remarks && { settlementReason: event.remarks }),
    })
    await shipmentNews.tell(trx, before.id, event.eventCode)
  } else if (effect === 'awaits the desk') await askDesk(trx, before, event)
  else await followFacts(trx, before, all, author)
  return { id: notedEvent.id, says: toldOf(notedEvent, effect, all, reader) }
}

async function noteEvent(trx: Knex, { id: lrId }: Lr, event: Reported, effect: Effect, author: Author) {
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
