import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { secondsFromNow } from '../../platform/clock.ts'
import { isSqlite } from '../../platform/database.ts'
import { conflict } from '../../platform/errors.ts'
import { keyTextColumns } from '../database-columns.ts'
import type { StagedRows } from './staged-rows.ts'

/** More changes than these are not looked at one by one: the file is read again. */
const MOST = 5000
/** Seconds that another transaction may take between writing its history and committing it. */
const SLACK_SECONDS = 30

/** A moment in the history of the masters. */
export interface Mark {
  lastId: number
  /** Of a server that commits entries in another order than it numbers them: a little earlier. */
  since: string | undefined
  /** The imports that had written entries since then. */
  importJobIds: number[]
}

/** Marks the present moment. */
export async function markOf(db: Knex): Promise<Mark> {
  const [found] = await db('audit_entry').max({ last: 'id' })
  const lastId = Number(found?.last ?? 0)
  if (isSqlite(db)) return { lastId, since: undefined, importJobIds: [] }
  const since = secondsFromNow(-SLACK_SECONDS)
  const entries = db('audit_entry').where('at', '>=', since).whereNotNull('importJobId')
  return { lastId, since, importJobIds: await entries.distinct('importJobId').pluck('importJobId') }
}

const entriesSince = (db: Knex, mark: Mark) =>
  db('audit_entry').where(later => {
    later.where('id', '>', mark.lastId)
    if (mark.since === undefined) return
    later.orWhere(other => {
      other.where('at', '>=', mark.since!)
      other.where(own => own.whereNull('importJobId').orWhereNotIn('importJobId', mark.importJobIds))
    })
  })

/** Whether rows of any of these resources were changed since the mark. */
export async function anyChangedSince(db: Knex, names: readonly string[], mark: Mark): Promise<boolean> {
  return (await entriesSince(db, mark).whereIn('entity', names).first('id')) !== undefined
}

/**
 * Returns the numbers of the staged rows that a change since the mark may concern: rows of the same key, and rows that
 * refer to a changed one. Throws 409 when there are so many changes that the file is better read again.
 */
export async function concernedRows(db: Knex, resource: Resource, staged: StagedRows, mark: Mark): Promise<number[]> {
  const targets = Object.entries(resource.fields).flatMap(([field, { to }]) =>
    to && to !== 'self' && to !== resource.name ? [{ field, to }] : [],
  )
  const entries: { entity: string; entityId: number }[] = await entriesSince(db, mark)
    .whereIn('entity', [resource.name, ...targets.map(({ to }) => to)])
    .limit(MOST + 1)
    .select('entity', 'entityId')
  if (entries.length > MOST) throw conflict('STALE_ROW', `${resource.title}: many rows were changed meanwhile`)
  const idsOf = (name: string) => [
    ...new Set(entries.flatMap(({ entity, entityId }) => (entity === name ? [Number(entityId)] : []))),
  ]
  const numbers = targets.flatMap(({ field, to }) => {
    const ids = idsOf(to)
    return ids.length === 0 ? [] : staged.numbersReferring(field, ids)
  })
  const changedIds = idsOf(resource.name)
  const kind = keyTextColumns(resource).includes('periodKey') ? 'group' : 'key'
  for (let start = 0; start < changedIds.length; start += 1000) {
    const keys: string[] = await db(tableOf(resource))
      .whereIn('id', changedIds.slice(start, start + 1000))
      .pluck(kind === 'group' ? 'periodKey' : 'naturalKey')
    numbers.push(...staged.numbersByKey(kind, keys))
  }
  return numbers
}
