import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists rule_hole_employeeId on rule_hole (employeeId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
