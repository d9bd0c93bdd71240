import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists article_freight_zoneId on article_freight (zoneId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
