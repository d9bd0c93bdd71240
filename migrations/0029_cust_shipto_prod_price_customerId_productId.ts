import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists cust_shipto_prod_price_customerId_productId on cust_shipto_prod_price (customerId, productId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
