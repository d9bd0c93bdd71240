import type { Knex } from 'knex'
import { createIndex } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createIndex(db, 'sap_sync_run', 'sap_sync_run_object_filterCode', 'object, filterCode')
}
