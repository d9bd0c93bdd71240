import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'rate_contract_customer', 'sapStatus', `varchar(40)`)

  await addColumn(db, 'rate_contract_line', 'priceUnit', `bigint not null default 1`)

  await addColumn(db, 'rate_contract_line', 'sapConsumedQty', `bigint not null default 0`)

  await addColumn(db, 'rate_contract_line', 'lineFrom', `varchar(10)`)

  await addColumn(db, 'rate_contract_line', 'lineTo', `varchar(10)`)
}
