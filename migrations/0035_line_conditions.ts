import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'order_line', 'promoDiscountPct', `bigint not null default 0`)

  await addColumn(db, 'order_line', 'basePrice', `bigint`)
}
