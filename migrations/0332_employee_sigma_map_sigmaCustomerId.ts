import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists employee_sigma_map_sigmaCustomerId on employee_sigma_map (sigmaCustomerId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
