import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists approval_link_userId on approval_link (userId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
