import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists customer_department_map_departmentId on customer_department_map (departmentId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
