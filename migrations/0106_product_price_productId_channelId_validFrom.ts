import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists product_price_productId_channelId_validFrom on product_price (productId, channelId, validFrom)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
