import type { Knex } from 'knex'
import { expectedDelivery, laneFor } from '../../resources/dispatches/expected-delivery.ts'
import { expectedDeliveryDays } from '../../resources/shipment-tracking/expected-delivery-days.ts'
import type { TransMode } from '../../resources/trade.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { now } from '../platform/clock.ts'
import { readSettings } from '../platform/settings.ts'

interface Way {
  stateId: number
  cityId: number
  transMode: TransMode
}

/**
 * How goods from any of these plants reach a city, by today's masters: gives the day on which what leaves a plant on a day
 * should arrive (§E.3). `defaultDays` is the setting `edd.default_days`.
 */
export async function transitFrom(
  db: Knex,
  plantIds: number[],
  { stateId, cityId, transMode }: Way,
  defaultDays: number,
): Promise<(plantId: number, leavesOn: string) => string> {
  const lanes = await rowsOf(db, expectedDeliveryDays, rows =>
    rows.where({ stateId, transMode, isActive: 1 }).whereIn('plantId', plantIds),
  )
  const days: string[] = await db('holiday')
    .where('isActive', 1)
    .where(where => where.whereNull('stateId').orWhere({ stateId }))
    .pluck('holidayDate')
  const holidays = new Set(days)
  const writtenAt = now()
  return (plantId, lrDate) => {
    const own = lanes.filter(lane => lane.plantId === plantId)
    return expectedDelivery({ lrDate, writtenAt, lane: laneFor(own, cityId), defaultDays, holidays })
  }
}

/** The day on which goods sent from a plant on `lrDate` should reach a city (§E.3), by today's masters. */
export async function expectedOn(db: Knex, way: Way & { plantId: number; lrDate: string }): Promise<string> {
  const settings = await readSettings(db)
  const arrives = await transitFrom(db, [way.plantId], way, settings['edd.default_days'])
  return arrives(way.plantId, way.lrDate)
}
