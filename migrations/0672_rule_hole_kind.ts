import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists rule_hole_kind on rule_hole (kind)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
