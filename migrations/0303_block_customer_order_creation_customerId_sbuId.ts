import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists block_customer_order_creation_customerId_sbuId on block_customer_order_creation (customerId, sbuId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
