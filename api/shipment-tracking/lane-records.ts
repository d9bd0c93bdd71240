import type { Knex } from 'knex'
import { can, rolesHolding } from '../../resources/capabilities.ts'
import { addDays } from '../../resources/define/dates.ts'
import { type LaneRecord, type LaneRecords, RECORD_DAYS, RECORD_LEAST } from '../../resources/dispatches/lane-record.ts'
import { type TransMode, transModes } from '../../resources/trade.ts'
import { readId } from '../derive/list/query.ts'
import { requirePerson } from '../derive/rights/require-person.ts'
import type { Call } from '../derive/service.ts'
import { now, today } from '../platform/clock.ts'
import { forbidden, invalidField, unknownField } from '../platform/errors.ts'
import { lrsDueIn, onTimeColumns } from './on-time.ts'

/** Towards which city, null where none is known, and by which mode lanes lead. */
interface LanesTo {
  toCityId: number | null
  transMode: TransMode
}
type RecordsByPlant = ReadonlyMap<number, LaneRecord>

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

/**
 * `GET /api/lane-records?toCityId=&transMode=`, or with `shipToId`: how the lanes to a place kept their dates, for those
 * who may compare transporters.
 */
export async function laneRecords(db: Knex, call: Call): Promise<LaneRecords> {
  const person = requirePerson(call)
  if (!can(person, 'compareTransporters'))
    throw forbidden(`How lanes kept their dates is shown to ${rolesHolding('compareTransporters').join(', ')}`)
  const { toCityId, shipToId, transMode, ...rest } = call.query ?? {}
  const [extra] = Object.keys(rest)
  if (extra) throw unknownField(extra)
  const mode = transModes.find(one => one === transMode)
  if (!mode) throw invalidField('transMode', 'ENUM', `Mode of transport must be one of ${transModes.join(', ')}`)
  const id = readId(toCityId ?? shipToId)
  if (id === undefined) throw invalidField('toCityId', 'REQUIRED', 'A city or a ship-to is required')
  const city = toCityId === undefined ? ((await db('ship_to').where({ id }).first('cityId'))?.cityId ?? null) : id
  const lanes = await laneRecordsTo(db, { toCityId: city, transMode: mode }, today())
  return { lanes: [...lanes].map(([plantId, record]) => ({ plantId, ...record })) }
}
