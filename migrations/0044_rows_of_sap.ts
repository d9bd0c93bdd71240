import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

/** Every row that SAP gave is remembered, also one that was saved with a fault, or left out, with why and by which run. */
export async function up(db: Knex) {
  await addColumn(db, 'sap_row', 'state', `varchar(12) not null default 'OK'`)
  await addColumn(db, 'sap_row', 'reason', 'varchar(255){exact}')
  await addColumn(db, 'sap_row', 'runId', 'int')
  await createIndex(db, 'sap_row', 'sap_row_object_state', 'object, state')
}
