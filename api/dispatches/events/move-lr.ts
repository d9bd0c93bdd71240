import type { Knex } from 'knex'
import type { SayingEvent } from '../../../resources/dispatches/events/facts.ts'
import type { Replayed } from '../../../resources/dispatches/events/journey.ts'
import { type Lr, lr } from '../../../resources/dispatches/lr.ts'
import { statusLabels } from '../../../resources/dispatches/lr-status.ts'
import { shipment } from '../../../resources/dispatches/shipment.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { releaseEwayBills } from '../booking/eway-numbers.ts'
import { recalculateFreight } from '../freight/recalculate-freight.ts'
import { letGoOfTrip } from '../trips/let-go.ts'
import { columnsByJourney, tellOfPartB } from './follow-journey.ts'
import { followLr } from './invoices-of-lr.ts'
import { shipmentTakenBack } from './shipment-told.ts'

/** All events of the LR, what else a move writes on it, and what it says of the invoices that are settled with it. */
interface Besides {
  events: readonly SayingEvent[]
  changes?: Partial<Lr>
  settlementReason?: string
}

/**
 * Moves an LR to where its events lead, and with it the customer's shipment, the invoices and the orders. A delivery
 * that is taken back, in whole or in part, ends the link for feedback.
 */
export async function moveLr(
  trx: Knex,
  before: Lr,
  { status, deliveredOn }: Replayed,
  author: Author,
  { events, changes, settlementReason }: Besides,
): Promise<void> {
  const moved = {
    deliveryStatus: status,
    deliveredOn,
    ...(await columnsByJourney(trx, before, events)),
    // A cancelled LR gives its number back.
    releasedNo: status === 'CANCELLED' ? before.id : 0,
    ...changes,
  }
  const after = await updateRow(trx, lr, before, moved, author)
  await tellOfPartB(trx, before, after)
  if (status === 'CANCELLED' || status === 'RETURNED' || status === 'LOST') await letGoOfTrip(trx, before, author)
  if (status === 'CANCELLED') {
    await releaseEwayBills(trx, before.id)
    await recalculateFreight(trx, before.id, author)
  }
  const [theirs] = await rowsOf(trx, shipment, rows => rows.where('lrId', before.id))
  if (theirs) {
    const promised = before.originalExpectedDate ?? before.expectedDeliveryDate
    const isOnTime = deliveredOn === null ? null : deliveredOn <= promised
    if (isOnTime !== theirs.isOnTime) await updateRow(trx, shipment, theirs, { isOnTime }, author)
    if (status !== 'DELIVERED') await shipmentTakenBack.tell(trx, theirs.id)
  }
  const remark = `LR ${after.lrNo}: ${statusLabels[status].toLowerCase()}`
  const settlement = settlementReason === undefined ? {} : { settlementReason }
  await followLr(trx, before.id, remark, author, settlement)
}
