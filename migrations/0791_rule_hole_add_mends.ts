import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export const up = (db: Knex) => addColumn(db, 'rule_hole', 'mends', 'mediumtext')

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
