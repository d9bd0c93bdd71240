import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists order_status_pendingStep_sbuId on \`order\` (status, pendingStep, sbuId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
