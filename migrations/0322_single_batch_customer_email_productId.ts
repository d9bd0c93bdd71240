import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists single_batch_customer_email_productId on single_batch_customer_email (productId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
