import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists block_customer_order_creation_periodKey on block_customer_order_creation (periodKey)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
