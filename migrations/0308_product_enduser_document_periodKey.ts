import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists product_enduser_document_periodKey on product_enduser_document (periodKey)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
