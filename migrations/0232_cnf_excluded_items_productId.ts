import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists cnf_excluded_items_productId on cnf_excluded_items (productId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
