import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'order_line', 'sourceRowId', `bigint`)

  await createIndex(db, 'order_line', 'order_line_sourceRowId', 'sourceRowId')
}
