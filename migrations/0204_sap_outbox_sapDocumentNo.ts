import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists sap_outbox_sapDocumentNo on sap_outbox (sapDocumentNo)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
