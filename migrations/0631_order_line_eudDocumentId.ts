import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists order_line_eudDocumentId on order_line (eudDocumentId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
