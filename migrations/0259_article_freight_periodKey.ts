import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists article_freight_periodKey on article_freight (periodKey)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
