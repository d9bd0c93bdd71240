import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists cnf_product_map_productId_priority on cnf_product_map (productId, priority)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
