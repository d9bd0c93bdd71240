import type { Knex } from 'knex'
import { addColumn, makeOptional } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'products', 'sapDeleted', `tinyint(1) not null default 0`)

  await addColumn(db, 'products', 'toComplete', `varchar(120){ci}`)

  // What SAP does not tell of a product is completed later by people.
  await makeOptional(db, 'products', 'sbuId', `int`)
  await makeOptional(db, 'products', 'gstRate', `bigint`)
}
