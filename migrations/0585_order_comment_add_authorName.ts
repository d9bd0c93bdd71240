import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export const up = (db: Knex) => addColumn(db, 'order_comment', 'authorName', 'varchar(80){ci}')

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
