import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists sap_sync_run_object_status on sap_sync_run (object, status)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
