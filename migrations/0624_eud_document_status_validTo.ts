import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists eud_document_status_validTo on eud_document (status, validTo)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
