import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'order', 'chosenFreightTerms', `varchar(40)`)

  await addColumn(db, 'order', 'chosenTransMode', `varchar(40)`)

  await addColumn(db, 'order', 'chosenPaymentDays', `bigint`)

  await addColumn(db, 'order', 'agreedTerms', `mediumtext`)
}
