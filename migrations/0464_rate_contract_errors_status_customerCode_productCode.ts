import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists rate_contract_errors_status_customerCode_productCode on rate_contract_errors (status, customerCode, productCode)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
