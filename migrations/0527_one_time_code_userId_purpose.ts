import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists one_time_code_userId_purpose on one_time_code (userId, purpose)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
