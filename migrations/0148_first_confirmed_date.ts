import type { Knex } from 'knex'
import { addColumn, createIndex, dropIndex } from './ddl.ts'

export { down } from './ddl.ts'

/** Deliveries keep the day that was confirmed first; of those that are there, the day that is confirmed now. */
export async function up(db: Knex) {
  for (const table of ['schedule_line', 'schedule_fact']) {
    await addColumn(db, table, 'firstConfirmedDate', 'varchar(10)')
    await db(table)
      .whereNull('firstConfirmedDate')
      .whereNotNull('confirmedDate')
      .update({ firstConfirmedDate: db.ref('confirmedDate') })
  }
  await createIndex(
    db,
    'schedule_fact',
    'schedule_fact_onTime',
    'requestedDate, qty, firstConfirmedDate, deliveredOn',
  )
  await dropIndex(db, 'schedule_fact', 'schedule_fact_requestedDate')
}
