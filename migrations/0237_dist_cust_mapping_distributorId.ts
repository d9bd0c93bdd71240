import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists dist_cust_mapping_distributorId on dist_cust_mapping (distributorId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
