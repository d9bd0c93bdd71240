import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists login_session_loginId_loginAt on login_session (loginId, loginAt)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
