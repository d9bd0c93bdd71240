import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists products_name_code_casNo_isActive on products (name, code, casNo, isActive)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
