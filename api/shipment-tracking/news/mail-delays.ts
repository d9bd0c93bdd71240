import type { Knex } from 'knex'
import { addDays, dayOf } from '../../../resources/define/dates.ts'
import { isBookedLate } from '../../../resources/dispatches/shipment-news.ts'
import { now, today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { mailShipment } from './mail-shipment.ts'

const onTheWay = ['BOOKED', 'IN_TRANSIT', 'AT_HUB', 'OUT_FOR_DELIVERY', 'UNDELIVERED']

/** A delay of more days is no news any more. */
const MOST_DAYS = 7

/**
 * Mails customers whose goods did not arrive on the expected day, once a shipment, each in a transaction of its own;
 * returns how many. Two processes may run it at once.
 */
export async function mailDelays(db: Knex): Promise<number> {
  const day = today()
  const late: { id: number; lrId: number; createdAt: string; expectedDeliveryDate: string }[] = await db('lr')
    .join('shipment', 'shipment.lrId', 'lr.id')
    .whereIn('lr.deliveryStatus', onTheWay)
    .where('lr.expectedDeliveryDate', '<', day)
    .where('lr.expectedDeliveryDate', '>=', addDays(day, -MOST_DAYS))
    .whereNull('shipment.delayedAt')
    .orderBy('lr.id')
    .select('shipment.id', 'shipment.lrId', 'lr.createdAt', 'lr.expectedDeliveryDate')
  let mailed = 0
  // Whoever books goods after their day announces no delay.
  const news = late.filter(
    ({ createdAt, expectedDeliveryDate }) => !isBookedLate(expectedDeliveryDate, dayOf(createdAt)),
  )
  for (const { id, lrId } of news) {
    const isMine = await transact(db, async trx => {
      const at = now()
      const taken = await trx('shipment').where({ id }).whereNull('delayedAt').update({ delayedAt: at, updatedAt: at })
      // Meanwhile it may have arrived.
      if (taken === 1 && (await isOnTheWay(trx, lrId))) await mailShipment(trx, lrId, 'DELAYED')
      return taken === 1
    })
    if (isMine) mailed += 1
  }
  return mailed
}

const isOnTheWay = (db: Knex, id: number) => db('lr').where({ id }).whereIn('deliveryStatus', onTheWay).first('id')
