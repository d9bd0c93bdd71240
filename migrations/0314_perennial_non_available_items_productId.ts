import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists perennial_non_available_items_productId on perennial_non_available_items (productId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
