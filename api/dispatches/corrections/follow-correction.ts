import type { Knex } from 'knex'
import { dayText } from '../../../resources/define/show.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { shipment } from '../../../resources/dispatches/shipment.ts'
import { trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { changesIn, updateRow } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { eventsOf } from '../events/lr-subject.ts'
import { lrCorrected, type ToldFact } from '../events/shipment-told.ts'

/** Brings what others hold of a corrected LR after it: its booking, the customer's shipment, and who was told otherwise. */
export async function followCorrection(trx: Knex, before: Lr, author: Author): Promise<void> {
  const [after] = await rowsOf(trx, lr, rows => rows.where('id', before.id))
  await moveBooking(trx, after!, author)
  await followPromise(trx, before, after!, author)
  const facts = await toldFacts(trx, before, after!)
  if (facts.length > 0) await lrCorrected.tell(trx, before.id, facts)
}

/** A booking is not before the day of its LR; of another day than it was entered for, its hour is not known. */
async function moveBooking(trx: Knex, { id, lrDate }: Lr, author: Author): Promise<void> {
  const booking = (await eventsOf(trx, id)).find(({ eventCode }) => eventCode === 'BOOKED')
  if (booking && booking.eventOn < lrDate)
    await updateRow(trx, trackingEvent, booking, { eventOn: lrDate, eventAt: null }, author)
}

/** A shipment is on time by the day that was first promised; one that is due again may be announced as late again. */
async function followPromise(trx: Knex, before: Lr, after: Lr, author: Author): Promise<void> {
  const [theirs] = await rowsOf(trx, shipment, rows => rows.where('lrId', after.id))
  if (!theirs) return
  const promised = after.originalExpectedDate ?? after.expectedDeliveryDate
  const isDueAgain = after.expectedDeliveryDate !== before.expectedDeliveryDate && after.expectedDeliveryDate >= today()
  const asked = {
    isOnTime: after.deliveredOn === null ? theirs.isOnTime : after.deliveredOn <= promised,
    ...(isDueAgain && { delayedAt: null }),
  }
  if (Object.keys(changesIn(theirs, asked as typeof theirs)).length > 0)
    await updateRow(trx, shipment, theirs, asked, author)
}

/** What customers are told of an LR and is another fact now. */
async function toldFacts(trx: Knex, before: Lr, after: Lr): Promise<ToldFact[]> {
  const name = async (id: number): Promise<string> => (await trx('transporter').where({ id }).first('name')).name
  const facts: ToldFact[] = [
    { what: 'lrNo', former: before.lrNo, is: after.lrNo },
    {
      what: 'transporterName',
      former: await name(before.transporterId),
      is: await name(after.transporterId),
    },
    {
      what: 'expectedDate',
      former: dayText(before.expectedDeliveryDate),
      is: dayText(after.expectedDeliveryDate),
    },
  ]
  return facts.filter(({ former, is }) => former !== is)
}
