import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists channel_product_cnf_periodKey on channel_product_cnf (periodKey)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
