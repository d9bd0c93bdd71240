import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists upload_expected_delivery_dates_importJobId on upload_expected_delivery_dates (importJobId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
