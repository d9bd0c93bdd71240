import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists product_discount_productId on product_discount (productId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
