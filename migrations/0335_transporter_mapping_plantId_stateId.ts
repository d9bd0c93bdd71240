import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists transporter_mapping_plantId_stateId on transporter_mapping (plantId, stateId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
