import type { Knex } from 'knex'
import { expectedDelivery, laneFor } from '../../resources/dispatches/expected-delivery.ts'
import { expectedDeliveryDays } from '../../resources/shipment-tracking/expected-delivery-days.ts'
import type { TransMode } from '../../resources/trade.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { now } from '../platform/clock.ts'
import { readSettings } from '../platform/settings.ts'

/** The day on which goods sent on `lrDate` should reach a city (§E.3), by today's masters. */
export async function expectedOn(
  db: Knex,
  way: { plantId: number; stateId: number; cityId: number; transMode: TransMode; lrDate: string },
): Promise<string> {
  const { plantId, stateId, transMode, cityId, lrDate } = way
  const lanes = await rowsOf(db, expectedDeliveryDays, rows => rows.where({ plantId, stateId, transMode, isActive: 1 }))
  const holidays: string[] = await db('holiday')
    .where('isActive', 1)
    .where(where => where.whereNull('stateId').orWhere({ stateId }))
    .pluck('holidayDate')
  const defaultDays = (await readSettings(db))['edd.default_days']
  return expectedDelivery({
    lrDate,
    writtenAt: now(),
    lane: laneFor(lanes, cityId),
    defaultDays,
    holidays: new Set(holidays),
  })
}
