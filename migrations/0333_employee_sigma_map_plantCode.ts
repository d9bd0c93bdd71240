import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists employee_sigma_map_plantCode on employee_sigma_map (plantCode)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
