import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'payment_transaction', 'postingText', `varchar(500){ci}`)

  await addColumn(db, 'payment_transaction', 'namedSapDoc', `varchar(10){ci}`)

  await addColumn(db, 'payment_transaction', 'namedSapYear', `varchar(4){ci}`)

  await addColumn(db, 'payment_transaction', 'namedById', `int constraint payment_transaction_namedById_fk references user (id)`)

  await addColumn(db, 'payment_allocation', 'balanceBefore', `bigint`)
}
