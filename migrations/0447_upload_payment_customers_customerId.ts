import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists upload_payment_customers_customerId on upload_payment_customers (customerId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
