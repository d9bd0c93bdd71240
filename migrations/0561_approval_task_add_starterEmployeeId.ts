import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export const up = (db: Knex) => addColumn(db, 'approval_task', 'starterEmployeeId', 'int constraint approval_task_starterEmployeeId_fk references employee (id)')

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
