import type { Knex } from 'knex'
import { retypeColumn } from './ddl.ts'

export { down } from './ddl.ts'

/** Number plates have up to fifteen signs. */
export async function up(db: Knex) {
  for (const table of ['lr', 'tracking_event', 'pwc_collection'])
    await retypeColumn(db, table, 'vehicleNo', `varchar(15){ci}`)
}
