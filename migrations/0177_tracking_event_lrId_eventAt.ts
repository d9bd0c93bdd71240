import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists tracking_event_lrId_eventAt on tracking_event (lrId, eventAt)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
