import type { Knex } from 'knex'
import { addDays, instantOf } from '../../resources/define/dates.ts'
import { MOST_KINDS, placeOf } from '../../resources/settings/background-work.ts'
import type { ReportQuery } from '../derive/extend.ts'
import { now, today } from '../platform/clock.ts'
import { GIVEN_UP_DAYS, type WorkKind, workKinds } from './work-kinds.ts'

/** One row for each piece of work that is not done, of every kind. */
export const backgroundWorkQuery: ReportQuery = db => {
  const kinds = Object.entries<WorkKind>(workKinds).map(([name, kind]) => ofKind(db, name, kind))
  return db.from(db.unionAll([...kinds, jobs(db)]).as('work')).select('work.*')
}

const idOf = (db: Knex, kind: string) => db.raw('id * ? + ? as id', [MOST_KINDS, placeOf(kind)])

const HELD = ['heldUntil', 'heldBy'] as const

function ofKind(db: Knex, name: string, { table, where, named, tries, nextTryAt, error, ...of }: WorkKind) {
  const { waiting, givenUp } = of
  const next = nextTryAt ? db.ref(nextTryAt) : db.raw('null')
  const isGivenUp = givenUp.length === 0 ? db.raw('(1 = 0)') : db.raw(`(status in (${marks(givenUp)}))`, [...givenUp])
  const rows = db(table)
    .where(any => {
      any.whereIn('status', [...waiting])
      if (givenUp.length > 0)
        any.orWhere(over => over.whereIn('status', [...givenUp]).where('updatedAt', '>=', shownFrom()))
    })
    .select(idOf(db, name), db.raw('? as kind', [name]), db.raw('?? as named', [named]))
  if (where) rows.where(where)
  // A reading is held by the lease of its object, which stands among the jobs.
  const hasLease = table !== 'sap_sync_run'
  const byItsHolder = nextTryAt === 'lockedUntil' ? 'lockedBy is not null' : '1 = 1'
  const isHeld = hasLease
    ? db.raw(`(${byItsHolder} and coalesce(lockedUntil, ?) >= ?)`, ['', now()])
    : db.raw("(status = 'RUNNING')")
  return rows.select(
    db.raw(
      "case when ? then 'GIVEN_UP' when ? then 'HELD' when coalesce(?, ?) > ? then 'RETRYING' else 'DUE' end as state",
      [...[isGivenUp, isHeld, next, '', now()]],
    ),
    db.raw('createdAt as since'),
    tries ? db.raw('?? as tries', [tries]) : db.raw('null as tries'),
    db.raw('case when not ? and not ? and ? > ? then ? end as ??', [isGivenUp, isHeld, next, now(), next, 'nextTryAt']),
    ...['lockedUntil', 'lockedBy'].map((column, at) =>
      db.raw('case when ? then ? end as ??', [isHeld, hasLease ? db.ref(column) : db.raw('null'), HELD[at]!]),
    ),
    db.raw('substr(??, 1, 500) as error', [error]),
  )
}

/** Jobs that run now, or whose last run failed. */
const jobs = (db: Knex) =>
  db('job_lock')
    .where(any => any.where('lockedUntil', '>=', now()).orWhereNotNull('problem'))
    .select(
      idOf(db, 'JOB'),
      db.raw("'JOB' as kind"),
      db.raw('?? as named', ['name']),
      db.raw(
        "case when coalesce(lockedUntil, ?) >= ? then 'HELD' when retryAt is null then 'GIVEN_UP' when retryAt > ? then 'RETRYING' else 'DUE' end as state",
        ['', now(), now()],
      ),
      db.raw('?? as since', ['lastRunAt']),
      'tries',
      db.raw('?? as ??', ['retryAt', 'nextTryAt']),
      ...['lockedUntil', 'lockedBy'].map((column, at) =>
        db.raw('case when lockedUntil >= ? then ?? end as ??', [now(), column, HELD[at]!]),
      ),
      db.raw('problem as error'),
    )

const marks = (values: readonly string[]) => values.map(() => '?').join(', ')

const shownFrom = () => instantOf(addDays(today(), -GIVEN_UP_DAYS))
