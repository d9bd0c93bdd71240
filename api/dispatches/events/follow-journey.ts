import type { Knex } from 'knex'
import {
  factsOf,
  type SaidFact,
  type SayingEvent,
  saidFacts,
  whoSays,
} from '../../../resources/dispatches/events/facts.ts'
import { hasArrived, replay } from '../../../resources/dispatches/events/journey.ts'
import { ewayVehicle } from '../../../resources/dispatches/eway-vehicle.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { type TrackingEvent, trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { changesIn, updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { onTheWay } from '../booking/eway-board.ts'
import { type NewVehicle, tellNewVehicle } from '../eway/new-vehicle.ts'
import { agreedAgain } from '../freight/agreed-again.ts'
import { notifyDesk } from './desk-notes.ts'
import { eventsOf } from './lr-subject.ts'

/**
 * The columns of an LR as its events say them, with what follows: the numbers it had, what its transporter should charge,
 * and whether its e-way bill names another vehicle. An LR whose booking is no event keeps what no event says.
 */
export async function columnsByJourney(trx: Knex, before: Lr, events: readonly SayingEvent[]): Promise<Partial<Lr>> {
  const facts = factsOf(events)
  const isWhole = events.some(({ eventCode }) => eventCode === 'BOOKED')
  const said = saidFacts.filter(name => isWhole || facts[name] !== null)
  const columns = Object.fromEntries(said.map(name => [name, facts[name]])) as Partial<Pick<Lr, SaidFact>>
  const after: Lr = { ...before, ...columns, lrNo: facts.lrNo ?? before.lrNo }
  after.transporterId = facts.transporterId ?? before.transporterId
  const status = replay(events)?.status ?? before.deliveryStatus
  const proved = before.podStatus === 'UPLOADED' || before.podStatus === 'ACCEPTED'
  return {
    ...columns,
    formerNos: withoutVoid(formerNumber(before, after.lrNo), events).formerNos,
    lrNo: after.lrNo,
    transporterId: after.transporterId,
    ...((after.transporterId !== before.transporterId || isOtherReturn(before, status)) &&
      (await agreedAgain(trx, { ...after, deliveryStatus: status }))),
    // What the signed sheet says goes before what was reported.
    receivedBy: hasArrived(status) ? ((proved ? null : facts.receivedBy) ?? before.receivedBy) : null,
    partBDue: await isPartBDue(trx, { ...after, deliveryStatus: status }),
  }
}

/** Whether an LR that a contract prices came back now, or did not after all: the contract may charge the return. */
const isOtherReturn = ({ freightContractId, deliveryStatus }: Lr, status: Lr['deliveryStatus']) =>
  freightContractId !== null && (deliveryStatus === 'RETURNED') !== (status === 'RETURNED')

/** The numbers that an LR had before this one, by which it is still found. */
export function formerNumber({ lrNo, formerNos }: Pick<Lr, 'lrNo' | 'formerNos'>, next: string): Pick<Lr, 'formerNos'> {
  const known = formerNos?.split(' ') ?? []
  if (next === lrNo) return { formerNos }
  const numbers = [...known.filter(one => one !== lrNo && one !== next), lrNo]
  while (numbers.join(' ').length > 255) numbers.shift()
  return { formerNos: numbers.join(' ') }
}

/** The former numbers without those that only void events say: they were never the LR's. */
function withoutVoid({ formerNos }: Pick<Lr, 'formerNos'>, events: readonly SayingEvent[]): Pick<Lr, 'formerNos'> {
  const said = (isVoid: boolean) => events.filter(({ voidNo }) => voidNo > 0 === isVoid).map(({ lrNo }) => lrNo)
  const [never, ever] = [said(true), said(false)]
  const numbers = formerNos?.split(' ').filter(one => !never.includes(one) || ever.includes(one)) ?? []
  return { formerNos: numbers.length > 0 ? numbers.join(' ') : null }
}

/** Whether e-way bills of goods on their way name another vehicle than the goods are on, or none. */
export async function isPartBDue(
  trx: Knex,
  { id, vehicleNo, partBVehicleNo, deliveryStatus }: Pick<Lr, 'id' | 'vehicleNo' | 'partBVehicleNo' | 'deliveryStatus'>,
): Promise<boolean> {
  if (vehicleNo === null || !onTheWay.includes(deliveryStatus)) return false
  const plate = (written: string) => ewayVehicle(written) ?? written
  if (partBVehicleNo !== null && plate(partBVehicleNo) === plate(vehicleNo)) return false
  const numbered = trx('lr_line').where('lrId', id).whereNotNull('ewayBillNo').whereNot('outcome', 'SENT_AGAIN')
  return (await numbered.first('id')) !== undefined
}

/** Rings for the desk once the e-way bill of an LR names another vehicle than the goods are on. */
export async function tellOfPartB(trx: Knex, before: Lr, after: Lr): Promise<void> {
  if (!after.partBDue || (before.partBDue && before.vehicleNo === after.vehicleNo)) return
  const names = after.partBVehicleNo === null ? 'no vehicle' : after.partBVehicleNo
  const change = await newVehicleOf(trx, after)
  const told = change && (await tellNewVehicle(trx, change))
  // The portal or the transporter is asked about the others.
  if (told && told.byHand.length + told.ended.length === 0 && told.sent.length + told.asked.length > 0) return
  await notifyDesk(trx, after, {
    title: `LR ${after.lrNo}: update Part B of its e-way bill`,
    body: `It names ${names}, and the goods are on ${after.vehicleNo}.`,
  })
}

/**
 * The vehicle of an LR as its latest event says it, and where that was: where no place is said, from where it leaves.
 * Undefined of a place whose state nobody knows, which a person tells the portal.
 */
async function newVehicleOf(trx: Knex, { id, vehicleNo, fromCityId }: Lr): Promise<NewVehicle | undefined> {
  const event = await trx('tracking_event')
    .where({ lrId: id, vehicleNo, voidNo: 0 })
    .orderBy('id', 'desc')
    .first('id', 'location', 'eventAt', 'remarks')
  const from = await trx('state_city').where({ id: fromCityId }).first('name', 'stateId')
  const states: number[] = event?.location
    ? await trx('state_city').where({ name: event.location, isActive: 1 }).distinct('stateId').pluck('stateId')
    : [from.stateId]
  if (states.length !== 1) return undefined
  return {
    lrIds: [id],
    vehicleNo: vehicleNo!,
    place: event?.location ?? from.name,
    stateId: states[0]!,
    pincode: null,
    at: event?.eventAt ?? now(),
    reasonCode: 'OTHERS',
    remark: 'Another vehicle',
    requestKey: `event-${event?.id ?? `lr-${id}`}`,
  }
}

/** Brings the facts of an LR after an event that does not move it. Returns the LR. */
export async function followFacts(trx: Knex, before: Lr, events: readonly SayingEvent[], author: Author): Promise<Lr> {
  const changes = changesIn(before, (await columnsByJourney(trx, before, events)) as Lr)
  if (Object.keys(changes).length === 0) return before
  const after = await updateRow(trx, lr, before, changes, author)
  await tellOfPartB(trx, before, after)
  return after
}

/**
 * Corrects the facts of an LR where they were said: in the latest event that says each, else in the booking. What is
 * taken off is taken off every event.
 */
export async function correctFacts(
  trx: Knex,
  lrId: number,
  corrected: Partial<Pick<Lr, SaidFact>>,
  author: Author,
): Promise<void> {
  const events = await eventsOf(trx, lrId)
  const changes = new Map<TrackingEvent, Partial<TrackingEvent>>()
  const say = (event: TrackingEvent, said: Partial<TrackingEvent>) =>
    changes.set(event, { ...changes.get(event), ...said })
  const booking = events.find(({ eventCode }) => eventCode === 'BOOKED')
  for (const name of saidFacts.filter(one => one in corrected)) {
    const value = corrected[name] ?? null
    const where = whoSays(events, isOfPartB(name) ? [name, 'vehicleNo'] : [name]) ?? booking
    if (value === null)
      for (const event of events.filter(one => one.voidNo === 0 && one[name] !== null)) say(event, { [name]: null })
    else if (where) say(where, { [name]: value })
  }
  for (const [event, said] of changes) await updateRow(trx, trackingEvent, event, said, author)
}

/** Part B is said with the vehicle that it names. */
const isOfPartB = (name: SaidFact) => name === 'partBAt' || name === 'partBVehicleNo'

/** The LR with its facts recounted, after its events or e-way bills were changed. */
export async function recountFacts(trx: Knex, lrId: number, author: Author): Promise<Lr> {
  const [row] = await rowsOf(trx, lr, rows => rows.where('id', lrId))
  return followFacts(trx, row!, await eventsOf(trx, lrId), author)
}
