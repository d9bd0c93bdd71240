import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists customer_wise_product_wise_price_productId on customer_wise_product_wise_price (productId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
