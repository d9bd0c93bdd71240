import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'transporter_bill_line', 'billedWeightKg', `bigint`)

  await addColumn(db, 'transporter_bill_line', 'billedKinds', `mediumtext`)
}
