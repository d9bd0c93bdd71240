import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists task_assignee_orderId on task_assignee (orderId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
