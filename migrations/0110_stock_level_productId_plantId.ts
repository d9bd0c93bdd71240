import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists stock_level_productId_plantId on stock_level (productId, plantId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
