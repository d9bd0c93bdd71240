import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists cnf_excluded_items_periodKey on cnf_excluded_items (periodKey)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
