import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists message_log_ownerType_ownerId on message_log (ownerType, ownerId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
