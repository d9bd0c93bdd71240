import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists rule_hole_productId on rule_hole (productId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
