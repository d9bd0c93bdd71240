import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'job_lock', 'doneAt', `varchar(24)`)

  await addColumn(db, 'job_lock', 'tries', `bigint not null default 0`)

  await addColumn(db, 'job_lock', 'failedAt', `varchar(24)`)

  await addColumn(db, 'job_lock', 'retryAt', `varchar(24)`)

  await addColumn(db, 'job_lock', 'problem', `varchar(500){ci}`)

  // What ran before and is not running now was recorded as done; it does not run again today.
  await db('job_lock').whereNull('doneAt').whereNull('lockedUntil').update({ doneAt: db.ref('lastRunAt') })
}
