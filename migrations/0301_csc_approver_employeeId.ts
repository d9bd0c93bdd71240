import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists csc_approver_employeeId on csc_approver (employeeId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
