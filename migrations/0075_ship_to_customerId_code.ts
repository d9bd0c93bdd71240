import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists ship_to_customerId_code on ship_to (customerId, code)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
