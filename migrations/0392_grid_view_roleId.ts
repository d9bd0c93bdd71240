import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists grid_view_roleId on grid_view (roleId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
