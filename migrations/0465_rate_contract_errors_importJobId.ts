import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists rate_contract_errors_importJobId on rate_contract_errors (importJobId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
