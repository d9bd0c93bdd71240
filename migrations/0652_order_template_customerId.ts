import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists order_template_customerId on order_template (customerId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
