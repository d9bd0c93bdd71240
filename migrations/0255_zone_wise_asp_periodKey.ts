import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists zone_wise_asp_periodKey on zone_wise_asp (periodKey)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
