import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists cluster_mapping_sbuId_zoneAreaId on cluster_mapping (sbuId, zoneAreaId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
