import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists distributor_product_map_distributorId_productId on distributor_product_map (distributorId, productId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
