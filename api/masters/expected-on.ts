import type { Knex } from 'knex'
import { type DeliveryLane, expectedDelivery, laneFor } from '../../resources/dispatches/expected-delivery.ts'
import { holiday } from '../../resources/settings/holiday.ts'
import { expectedDeliveryDays } from '../../resources/shipment-tracking/expected-delivery-days.ts'
import type { TransMode } from '../../resources/trade.ts'
import { readTogether, selectFrom } from '../derive/rows-of.ts'
import { now } from '../platform/clock.ts'
import { readSettings } from '../platform/settings.ts'

interface Way {
  stateId: number
  transMode: TransMode
}

/** The masters that describe transit to a state, as parts of one query. */
export const transitQuery = ({ stateId, transMode }: Way) => ({
  lanes: selectFrom(expectedDeliveryDays, rows => rows.where({ stateId, transMode, isActive: 1 })),
  holidays: selectFrom(holiday, rows =>
    rows.where('isActive', 1).where(where => where.whereNull('stateId').orWhere({ stateId })),
  ),
})

interface Transit {
  lanes: readonly (DeliveryLane & { plantId: number })[]
  holidays: ReadonlySet<string>
}

/**
 * The day on which what leaves a plant should arrive in a city; `defaultDays` is the setting `edd.default_days`. An LR is
 * written now unless it was written before.
 */
export function arrivalOf(
  { lanes, holidays }: Transit,
  { plantId, cityId, lrDate }: { plantId: number; cityId: number | null; lrDate: string },
  defaultDays: number,
  writtenAt = now(),
): string {
  const own = lanes.filter(lane => lane.plantId === plantId)
  return expectedDelivery({ lrDate, writtenAt, lane: laneFor(own, cityId), defaultDays, holidays })
}

/** The day on which goods sent from a plant on `lrDate` should reach a city, by today's masters. */
export async function expectedOn(
  db: Knex,
  way: Way & { plantId: number; cityId: number | null; lrDate: string },
  writtenAt = now(),
): Promise<string> {
  const settings = await readSettings(db)
  return arrivalOf(await readTransit(db, way), way, settings['edd.default_days'], writtenAt)
}

/** How goods reach a state, by today's masters. */
export async function readTransit(db: Knex, way: Way): Promise<Transit> {
  const { lanes, holidays } = await readTogether(db, transitQuery(way))
  return { lanes, holidays: new Set(holidays.map(({ holidayDate }) => holidayDate)) }
}
