import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists frequently_purchased_items_productId on frequently_purchased_items (productId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
