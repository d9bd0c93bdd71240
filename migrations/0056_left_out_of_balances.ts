import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

/** Whose open items are left out for their currency, and the blocks of customers for bills. */
export async function up(db: Knex) {
  await addColumn(db, 'sap_row', 'buyer', `varchar(10){ci}`)
  await addColumn(db, 'sap_row', 'currency', `varchar(5){ci}`)
  await createIndex(db, 'sap_row', 'sap_row_buyer', 'buyer, object, state')
  await addColumn(db, 'customer', 'sapBillingBlock', `varchar(2){ci}`)
  await addColumn(db, 'customer_sales_area', 'billingBlock', `varchar(2){ci}`)
}
