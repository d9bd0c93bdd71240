import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists import_job_status_lockedUntil on import_job (status, lockedUntil)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
