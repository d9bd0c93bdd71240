import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists sbu_wise_cnf_periodKey on sbu_wise_cnf (periodKey)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
