import type { Knex } from 'knex'
import { addDays } from '../../resources/define/dates.ts'
import { today } from './clock.ts'
import { removeSaved } from './stored-files.ts'

const BATCH = 1000
const IMPORT_DAYS = 90
const LOG_YEARS = 2
/** Retention of books of account, and of the history with them. */
const AUDIT_YEARS = 8

/**
 * Removes what has passed its retention: imported files and their rows, sign-ins, messages with their links,
 * notifications, and at last the history. Returns how many rows.
 */
export async function dropExpired(db: Knex, home: string): Promise<number> {
  const imports = await dropImports(db, home)
  const signIns = await dropRows(db, 'login_session', 'loginAt', yearsAgo(LOG_YEARS))
  const links = await dropRows(db, 'approval_link', 'createdAt', yearsAgo(LOG_YEARS))
  const messages = await dropRows(db, 'message_log', 'createdAt', yearsAgo(LOG_YEARS))
  const notes = await dropRows(db, 'notification', 'createdAt', yearsAgo(LOG_YEARS))
  const history = await dropRows(db, 'audit_entry', 'at', yearsAgo(AUDIT_YEARS))
  return imports + signIns + links + messages + notes + history
}

const yearsAgo = (years: number) => {
  const day = today()
  return `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
}

/** In small portions, so that nobody waits. Instants are texts, and a day sorts before all its instants. */
async function dropRows(db: Knex, table: string, column: string, before: string): Promise<number> {
  let dropped = 0
  for (;;) {
    const ids: number[] = await db(table).where(column, '<', before).orderBy('id').limit(BATCH).pluck('id')
    if (ids.length === 0) return dropped
    await db(table).whereIn('id', ids).delete()
    dropped += ids.length
  }
}

/** The job itself stays, with its figures; the removal of its file is recorded, so that it is looked for once. */
async function dropImports(db: Knex, home: string): Promise<number> {
  let dropped = 0
  for (;;) {
    const jobs: { id: number; paramsJson: string | Params | null }[] = await db('import_job')
      .where('createdAt', '<', addDays(today(), -IMPORT_DAYS))
      .where(job => job.whereNull('paramsJson').orWhereNot('paramsJson', 'like', '%"dropped":true%'))
      .orderBy('id')
      .limit(100)
      .select('id', 'paramsJson')
    if (jobs.length === 0) return dropped
    for (const { id, paramsJson } of jobs) {
      const params = (typeof paramsJson === 'string' ? JSON.parse(paramsJson) : paramsJson) as Params | null
      if (params?.storageKey)
        for (const ending of ['', '.errors.csv', '.errors.xlsx']) await removeSaved(home, params.storageKey + ending)
      dropped += await dropRowsOfImport(db, id)
      await db('import_job')
        .where({ id })
        .update({ paramsJson: JSON.stringify({ ...params, dropped: true }) })
    }
  }
}

/** A part at a time, because a long file has hundreds of thousands of rows and nobody is to wait long to write. */
async function dropRowsOfImport(db: Knex, importJobId: number): Promise<number> {
  for (let dropped = 0; ; ) {
    const ids: number[] = await db('import_job_row').where({ importJobId }).limit(BATCH).pluck('id')
    if (ids.length === 0) return dropped
    dropped += await db('import_job_row').whereIn('id', ids).delete()
  }
}

interface Params {
  storageKey?: string
}
