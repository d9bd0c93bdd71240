import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists eud_document_orderId on eud_document (orderId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
