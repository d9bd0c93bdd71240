import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists products_mvgr1Id on products (mvgr1Id)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
