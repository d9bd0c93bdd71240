import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists upload_outstanding_invoiceId on upload_outstanding (invoiceId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
