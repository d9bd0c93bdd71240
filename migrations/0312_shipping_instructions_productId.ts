import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists shipping_instructions_productId on shipping_instructions (productId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
