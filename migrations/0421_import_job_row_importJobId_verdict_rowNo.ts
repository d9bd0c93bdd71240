import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists import_job_row_importJobId_verdict_rowNo on import_job_row (importJobId, verdict, rowNo)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
