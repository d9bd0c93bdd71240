import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists import_job_fileSha256_finishedAt on import_job (fileSha256, finishedAt)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
