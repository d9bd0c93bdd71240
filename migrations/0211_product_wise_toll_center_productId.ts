import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists product_wise_toll_center_productId on product_wise_toll_center (productId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
