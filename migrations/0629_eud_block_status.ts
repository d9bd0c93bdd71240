import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists eud_block_status on eud_block (status)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
