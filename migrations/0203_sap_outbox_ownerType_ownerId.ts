import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists sap_outbox_ownerType_ownerId on sap_outbox (ownerType, ownerId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
