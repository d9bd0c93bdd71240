import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists upload_expected_delivery_dates_sbuId on upload_expected_delivery_dates (sbuId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
