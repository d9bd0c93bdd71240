import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists task_assignee_userId on task_assignee (userId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
