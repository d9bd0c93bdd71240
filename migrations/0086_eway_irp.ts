import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

/** Where the invoices of an account at the e-way portal are registered. */
export async function up(db: Knex) {
  await addColumn(db, 'eway_account', 'irp', `varchar(40)`)
}
