import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'payment_transaction', 'clearingRequest', `varchar(40) not null default 'NONE'`)

  await addColumn(db, 'payment_transaction', 'clearingText', `varchar(500){ci}`)
}
