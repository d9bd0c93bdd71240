import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists customer_annexure_status_validTo on customer_annexure (status, validTo)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
