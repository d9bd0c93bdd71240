import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists approval_task_assigneeCustomerId on approval_task (assigneeCustomerId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
