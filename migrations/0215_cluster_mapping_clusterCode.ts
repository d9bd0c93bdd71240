import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists cluster_mapping_clusterCode on cluster_mapping (clusterCode)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
