import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists frequently_purchased_items_customerId on frequently_purchased_items (customerId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
