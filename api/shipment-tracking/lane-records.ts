import type { Knex } from 'knex'
import { addDays } from '../../resources/define/dates.ts'
import { type LaneRecord, RECORD_DAYS, RECORD_LEAST } from '../../resources/dispatches/lane-record.ts'
import type { LanesAsked } from '../../resources/shipment-tracking/commands/lanes.ts'
import type { TransMode } from '../../resources/trade.ts'
import type { LanesTo, RecordsByPlant } from '../orders/quote/lanes-to.ts'
import { now, today } from '../platform/clock.ts'
import { invalidField } from '../platform/errors.ts'
import { lrsDueIn, onTimeColumns } from './on-time.ts'

/** For how long the records towards a place are remembered. */
const REMEMBERED_MS = 600_000
/** The most places that are remembered; the one asked for first goes. */
const MOST = 2_000
const remembered = new WeakMap<Knex, Map<string, { until: number; records: Promise<RecordsByPlant> }>>()

/**
 * How the lanes from each plant to a city kept their dates in the 90 days before a business day: those to the city, and
 * where these are too few those to its state. One query a place in ten minutes, however many lines ask.
 */
export async function laneRecordsTo(db: Knex, { toCityId, transMode }: LanesTo, day: string): Promise<RecordsByPlant> {
  if (toCityId === null) return new Map()
  const places = remembered.get(db) ?? new Map()
  remembered.set(db, places)
  const place = `${toCityId} ${transMode} ${day}`
  const at = Date.parse(now())
  const known = places.get(place)
  if (known && known.until > at && known.until <= at + REMEMBERED_MS) return known.records
  const records = readRecords(db, toCityId, transMode, day)
  places.delete(place)
  places.set(place, { until: at + REMEMBERED_MS, records })
  if (places.size > MOST) places.delete(places.keys().next().value!)
  // What failed is asked for again.
  records.catch(() => places.delete(place))
  return records
}

interface Counted {
  plantId: number
  toCityId: number
  transporterId: number
  due: number
  kept: number
}

async function readRecords(db: Knex, toCityId: number, transMode: TransMode, day: string): Promise<RecordsByPlant> {
  const state = db('state_city').where('id', toCityId).select('stateId')
  const rows: Counted[] = await lrsDueIn(db, { from: addDays(day, -RECORD_DAYS), to: day })
    .where('lr.transMode', transMode)
    .whereIn('lr.toCityId', db('state_city').whereIn('stateId', state).select('id'))
    .whereNotNull('lr.plantId')
    .groupBy('lr.plantId', 'lr.toCityId', 'lr.transporterId')
    .select('lr.plantId', 'lr.toCityId', 'lr.transporterId', ...onTimeColumns(db, day))
  const records = new Map<number, LaneRecord>()
  for (const [plantId, ofPlant] of Map.groupBy(rows, row => row.plantId)) {
    const inCity = ofPlant.filter(row => row.toCityId === toCityId)
    const record = recordOf(inCity, 'CITY') ?? recordOf(ofPlant, 'STATE')
    if (record) records.set(plantId, record)
  }
  return records
}

/** Null where too few LRs were due to say anything. */
function recordOf(rows: readonly Counted[], to: LaneRecord['to']): LaneRecord | null {
  const total = (name: 'due' | 'kept') => rows.reduce((sum, row) => sum + Number(row[name]), 0)
  const due = total('due')
  if (due < RECORD_LEAST) return null
  return { due, kept: total('kept'), to, ofOneTransporter: new Set(rows.map(row => row.transporterId)).size === 1 }
}

/** How the lanes to a city, or to that of a ship-to, kept their dates. */
export async function laneRecords(db: Knex, { toCityId, shipToId, transMode }: LanesAsked) {
  if (toCityId === null && shipToId === null)
    throw invalidField('toCityId', 'REQUIRED', 'A city or a ship-to is required')
  const city = toCityId ?? (await db('ship_to').where({ id: shipToId }).first('cityId'))?.cityId ?? null
  const lanes = await laneRecordsTo(db, { toCityId: city, transMode }, today())
  return { lanes: [...lanes].map(([plantId, record]) => ({ plantId, ...record })) }
}
