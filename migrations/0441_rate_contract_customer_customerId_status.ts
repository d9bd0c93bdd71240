import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists rate_contract_customer_customerId_status on rate_contract_customer (customerId, status)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
