import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists sap_sync_run_startedAt on sap_sync_run (startedAt)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
