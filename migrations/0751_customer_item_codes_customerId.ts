import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists customer_item_codes_customerId on customer_item_codes (customerId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
