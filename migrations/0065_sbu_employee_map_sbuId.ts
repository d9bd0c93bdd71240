import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists sbu_employee_map_sbuId on sbu_employee_map (sbuId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
