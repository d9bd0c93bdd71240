import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists cluster_mapping_headEmployeeId on cluster_mapping (headEmployeeId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
