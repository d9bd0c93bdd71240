import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export const up = (db: Knex) => addColumn(db, 'customer_annexure_line', 'customerItemCode', 'varchar(40){ci}')

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
