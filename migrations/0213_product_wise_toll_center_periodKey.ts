import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists product_wise_toll_center_periodKey on product_wise_toll_center (periodKey)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
