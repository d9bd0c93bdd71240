import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export const up = (db: Knex) => addColumn(db, 'rate_contract_line', 'reservedQty', 'bigint not null default 0')

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
