import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'product_price', 'conditionRecord', `varchar(10){ci}`)

  await addColumn(db, 'product_price', 'conditionTable', `varchar(3){ci}`)

  await createIndex(db, 'product_price', 'product_price_conditionRecord', 'conditionRecord')

  await addColumn(db, 'sap_sync_run', 'rowsSkipped', `bigint not null default 0`)
}
