import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

/** What was received is counted by the goods of deliveries from here on; the portal counts the facts anew while it serves. */
export async function up(db: Knex) {
  await addColumn(db, 'schedule_fact', 'endedOn', `varchar(10)`)
}
