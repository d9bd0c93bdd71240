import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists message_log_status_nextAttemptAt on message_log (status, nextAttemptAt)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
