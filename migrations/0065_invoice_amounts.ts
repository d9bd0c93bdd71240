import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'invoice', 'cess', `bigint not null default 0`)

  await addColumn(db, 'invoice', 'tcs', `bigint not null default 0`)

  await addColumn(db, 'invoice', 'taxDifference', `bigint not null default 0`)

  await addColumn(db, 'invoice_line', 'baseQty', `bigint`)

  await addColumn(db, 'invoice_line', 'baseUom', `varchar(3){ci}`)

  await addColumn(db, 'invoice_line', 'sapDeliveryNo', `varchar(10){ci}`)
}
