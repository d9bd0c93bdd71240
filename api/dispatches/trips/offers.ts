import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import type { BodyOf } from '../../../resources/define/command.ts'
import { momentText, rupees } from '../../../resources/define/show.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { askTransporters } from '../../../resources/dispatches/commands/trips.ts'
import { offerProcess } from '../../../resources/dispatches/trips/offer-process.ts'
import { type Trip, trip } from '../../../resources/dispatches/trips/trip.ts'
import { type TripOffer, tripOffer } from '../../../resources/dispatches/trips/trip-offer.ts'
import { tripStop } from '../../../resources/dispatches/trips/trip-stop.ts'
import { transporter } from '../../../resources/masters/transporter.ts'
import { PORTAL } from '../../../resources/platform/message-text.ts'
import { attach } from '../../derive/process/attach.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readableRow } from '../../derive/rights/readable-row.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type Author, systemAuthor } from '../../derive/save/author.ts'
import { insertRows, updateEach, updateRow } from '../../derive/save/write.ts'
import { sendMails } from '../../mail/messages.ts'
import { notify } from '../../mail/notify.ts'
import { now } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { desksOf } from '../events/desk-notes.ts'
import { refusal } from '../events/refusal.ts'
import { carried } from './aboard.ts'
import { endOffers, linkOf, tellLogins } from './end-offers.ts'
import { noteOnTrip } from './note.ts'
import { tripFollows } from './take-trip-step.ts'

/**
 * Asks transporters for the vehicle of a trip, by mail and behind the bell; one that refused or did not answer may be asked
 * again. Returns how many were asked.
 */
export async function askForOffers(
  trx: Knex,
  { tripId, transporterIds, replyBy }: BodyOf<typeof askTransporters>,
  person: Person,
  author: Author,
): Promise<number> {
  const of = await readableRow(trx, trip, tripId, person, 'lock')
  if (of.isOwnVehicle) throw refusal(`Trip ${of.tripNo} goes with our own vehicle: name it, or cancel the trip`)
  if (of.status !== 'PLANNED' && of.status !== 'ASKED') throw refusal(`Trip ${of.tripNo} has its transporter already`)
  if (replyBy <= now()) throw invalidField('replyBy', 'RANGE', 'Answer by must be in the future')
  const found = await rowsOf(trx, transporter, rows =>
    restrict(
      rows.whereIn('transporter.id', transporterIds).where('transporter.isActive', 1),
      trx,
      transporter,
      person,
      'read',
    ),
  )
  if (found.length < new Set(transporterIds).size)
    throw invalidField('transporterIds', 'UNKNOWN_REF', 'Transporters must be selected from the list')
  const asked = { ...(await whatIsAsked(trx, of)), askedAt: now(), replyBy, status: 'ASKED' as const }
  const before = await rowsOf(trx, tripOffer, rows => rows.where({ tripId }))
  for (const one of found) {
    const row = await askOne(trx, before, { ...asked, tripId, transporterId: one.id }, author)
    await tellAsked(trx, row, one)
  }
  if (of.status === 'PLANNED') await tripFollows(trx, of, 'ask', {}, author)
  await noteOnTrip(
    trx,
    {
      tripId,
      kind: 'ASKED',
      at: now(),
      remark: found
        .map(({ name }) => name)
        .join(', ')
        .slice(0, 255),
    },
    author,
  )
  return found.length
}

async function askOne(trx: Knex, before: readonly TripOffer[], ask: Partial<TripOffer>, author: Author) {
  const was = before.find(one => one.transporterId === ask.transporterId)
  if (!was) return (await insertRows(trx, tripOffer, [withDefaults(tripOffer, ask)], author))[0]! as TripOffer
  if (was.status === 'OFFERED') return was
  return updateRow(trx, tripOffer, was, { ...ask, amount: null, reason: null }, author)
}

/** What a transporter is asked for, as the trip is now. */
async function whatIsAsked(trx: Knex, of: Trip) {
  const stops = await rowsOf(trx, tripStop, rows => rows.where('tripId', of.id).orderBy('seq'))
  const { name } = await trx('plant').where('id', of.plantId).first('name')
  const lrs = await carried(trx, of.id)
  if (lrs.length === 0) throw refusal(`Trip ${of.tripNo} has no LR: add one first`)
  const { plantId, vehicleType, plannedAt } = of
  return {
    ...{ plantId, vehicleType, plannedAt },
    route: [name, ...stops.map(({ place }) => place)].join(' → ').slice(0, 255),
    stops: stops.length,
    packages: sum(lrs.map(({ packages }) => packages)),
    weightKg: sum(lrs.map(({ chargedWeightKg }) => chargedWeightKg)),
  }
}

async function tellAsked(trx: Knex, row: TripOffer, { name, email }: { name: string; email: string }): Promise<void> {
  const values = {
    name,
    route: row.route,
    plannedAt: momentText(row.plannedAt),
    replyBy: momentText(row.replyBy),
    link: `${PORTAL}${linkOf(row)}`,
  }
  await sendMails(trx, [{ template: 'TRIP_ASKED', topic: 'SHIPMENT', to: email, whom: `Transporter ${name}`, values }])
  await tellLogins(trx, row, {
    title: `A vehicle is needed: ${row.route}`,
    body: `Please answer by ${values.replyBy}.`,
  })
}

/** The people of the dispatch desk of a trip. */
async function tellDesk(trx: Knex, row: TripOffer, title: string, body: string): Promise<void> {
  const lrs = await carried(trx, row.tripId)
  const desks = await desksOf(
    trx,
    lrs.map(({ id }) => id),
  )
  await notify(
    trx,
    desks.map(({ id }) => id),
    { title, body, link: `/${trip.path}/show/${row.tripId}` },
  )
}

/** What is particular of the offers of transporters. */
export const attachedOffer = attach<TripOffer, typeof offerProcess>(offerProcess, {
  resource: tripOffer,
  numberOf: () => 'Offer',
  effects: {
    async offer(trx, { row, said }) {
      const { amount, remarks } = said as unknown as { amount: number; remarks: string | null }
      if (row.replyBy < now()) throw refusal(`The answer was due by ${momentText(row.replyBy)}: call the dispatch desk`)
      await tellDesk(trx, row, `Offer for a trip: ${rupees(amount)}`, row.route)
      return { changes: { amount, reason: remarks } }
    },
    async refuse(trx, { row, said }) {
      const { reason } = said as unknown as { reason: string }
      await tellDesk(trx, row, 'A transporter refused a trip', `${row.route}: ${reason}`)
      return { changes: { reason, amount: null } }
    },
    async accept(trx, { row, author }) {
      const [of] = await rowsOf(trx, trip, rows => rows.where('id', row.tripId).forUpdate())
      if (of!.status !== 'ASKED') throw refusal(`Trip ${of!.tripNo} has its transporter already`)
      await endOffers(trx, of!.id, author, null, row.id)
      await tripFollows(trx, of!, 'agree', { transporterId: row.transporterId, agreedFreight: row.amount }, author)
      await noteOnTrip(
        trx,
        { tripId: of!.id, kind: 'AGREED', at: now(), remark: `${rupees(row.amount!)} for the trip` },
        author,
      )
      await tellLogins(trx, row, { title: `The trip is yours: ${row.route}`, body: 'Please name vehicle and driver.' })
      return {}
    },
  },
  tell: {},
})

/** Offers that nobody made in time have lapsed. Returns how many. */
export async function lapseOffers(db: Knex): Promise<number> {
  const author = systemAuthor('Not answered in time')
  return transact(db, async trx => {
    const late = await rowsOf(trx, tripOffer, rows => rows.where('status', 'ASKED').where('replyBy', '<', now()))
    await updateEach(
      trx,
      tripOffer,
      late.map(before => ({ before, asked: { status: 'LAPSED' as const } })),
      author,
    )
    for (const row of late) await tellDesk(trx, row, 'A transporter did not answer', row.route)
    return late.length
  })
}
