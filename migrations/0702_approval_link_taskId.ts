import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists approval_link_taskId on approval_link (taskId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
