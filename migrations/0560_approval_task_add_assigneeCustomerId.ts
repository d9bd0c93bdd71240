import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export const up = (db: Knex) => addColumn(db, 'approval_task', 'assigneeCustomerId', 'int constraint approval_task_assigneeCustomerId_fk references customer (id)')

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
