import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists sigma_customers_linkedCustomerId on sigma_customers (linkedCustomerId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
