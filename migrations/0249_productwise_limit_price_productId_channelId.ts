import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists productwise_limit_price_productId_channelId on productwise_limit_price (productId, channelId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
