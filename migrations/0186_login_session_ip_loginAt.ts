import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists login_session_ip_loginAt on login_session (ip, loginAt)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
