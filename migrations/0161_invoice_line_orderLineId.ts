import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists invoice_line_orderLineId on invoice_line (orderLineId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
