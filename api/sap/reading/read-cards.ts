import type { Knex } from 'knex'
import { type SapSyncRun, sapSyncRun } from '../../../resources/platform/sap-sync-run.ts'
import type { SapReadStatus } from '../../../resources/sap/commands/reading.ts'
import { decodeRow } from '../../derive/row-codec.ts'
import { readSettings } from '../../platform/settings.ts'
import { nextReadings } from './reading-times.ts'

const RUNS_SHOWN = 20

type SapObject = SapSyncRun['object']
type EndedRun = Pick<SapSyncRun, 'object' | 'status' | 'finishedAt' | 'watermark'>

/** For each of these objects its last readings and its next times. */
export async function readCards(db: Knex, objects: readonly SapObject[]): Promise<SapReadStatus[]> {
  const settings = await readSettings(db)
  const waiting = await waitingRows(db)
  const runs = await latestRuns(db, objects)
  const ended = [...runs, ...(await earlierRuns(db, objects, runs))]
  return objects.map(object => {
    const latest = runs.filter(run => run.object === object)
    const ofObject = ended.filter(run => run.object === object)
    return {
      object,
      lastOkAt: ofObject.find(isGood)?.finishedAt ?? null,
      watermark: ofObject.find(hasWatermark)?.watermark ?? null,
      lastRun: latest[0] ? stateOf(latest[0]) : null,
      durations: latest.flatMap(tenthsOf).reverse(),
      waitingRows: waiting.get(object) ?? 0,
      nextAt: nextReadings(settings, object),
    }
  })
}

async function waitingRows(db: Knex): Promise<ReadonlyMap<string, number>> {
  const rows: { object: string; rows: number }[] = await db('sap_pending_row')
    .groupBy('object')
    .select('object')
    .count({ rows: '*' })
  return new Map(rows.map(({ object, rows }) => [object, Number(rows)]))
}

/** The last readings of each object, latest first; the single documents that somebody asked for are none of them. */
async function latestRuns(db: Knex, objects: readonly SapObject[]): Promise<SapSyncRun[]> {
  const ofEach = objects.map(object =>
    db.from(runsOf(db, [object]).orderBy('id', 'desc').limit(RUNS_SHOWN).as('latest')).select('*'),
  )
  const runs: Record<string, unknown>[] = await db.queryBuilder().unionAll(ofEach)
  return runs.map(row => decodeRow(sapSyncRun, row) as SapSyncRun).sort((one, other) => other.id - one.id)
}

const runsOf = (db: Knex, objects: readonly SapObject[]) =>
  db('sap_sync_run').whereIn('object', objects).where({ filterCode: null })

/** Whether a reading took over at least some rows. */
const isGood = ({ status }: EndedRun) => status === 'OK' || status === 'PARTIAL'

/** A rereading of single documents is good and has none. */
const hasWatermark = ({ watermark }: EndedRun) => watermark !== null

/** The last good reading and the last with a watermark of objects of which one of them is not among the latest. */
async function earlierRuns(
  db: Knex,
  objects: readonly SapObject[],
  latest: readonly SapSyncRun[],
): Promise<readonly EndedRun[]> {
  const others = objects.filter(object => {
    const runs = latest.filter(run => run.object === object)
    return runs.length > 0 && !(runs.some(isGood) && runs.some(hasWatermark))
  })
  if (others.length === 0) return []
  const good = runsOf(db, others).whereIn('status', ['OK', 'PARTIAL']).groupBy('object').max('id')
  const marked = runsOf(db, others).whereNotNull('watermark').groupBy('object').max('id')
  return db('sap_sync_run')
    .where(any => any.whereIn('id', good).orWhereIn('id', marked))
    .orderBy('id', 'desc')
    .select('object', 'status', 'finishedAt', 'watermark')
}

const tenthsOf = ({ startedAt, finishedAt }: SapSyncRun): number[] =>
  finishedAt === null ? [] : [Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 100)]

const stateOf = (run: SapSyncRun): NonNullable<SapReadStatus['lastRun']> => ({
  id: run.id,
  rowVersion: run.rowVersion,
  mode: run.mode,
  status: run.status,
  startedAt: run.startedAt,
  finishedAt: run.finishedAt,
  rowsTotal: run.rowsTotal,
  rowsRead: run.rowsRead,
  rowsCreated: run.rowsCreated,
  rowsUpdated: run.rowsUpdated,
  rowsFailed: run.rowsFailed,
  rowsSkipped: run.rowsSkipped,
  errorClass: run.errorClass,
  errorText: run.errorText,
})
