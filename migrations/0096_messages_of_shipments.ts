import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'shipment', 'delayedAt', `varchar(24)`)
  await addColumn(db, 'message_log', 'customerId', `int constraint message_log_customerId_fk references customer (id)`)
  await addColumn(db, 'message_log', 'retriggerOfId', `int constraint message_log_retriggerOfId_fk references message_log (id)`)
  await createIndex(db, 'message_log', 'message_log_customerId', 'customerId')
  await createIndex(db, 'message_log', 'message_log_retriggerOfId', 'retriggerOfId')
}
