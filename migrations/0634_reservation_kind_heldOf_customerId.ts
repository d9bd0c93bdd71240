import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists reservation_kind_heldOf_customerId on reservation (kind, heldOf, customerId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
