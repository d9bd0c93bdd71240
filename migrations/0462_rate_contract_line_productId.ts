import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists rate_contract_line_productId on rate_contract_line (productId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
