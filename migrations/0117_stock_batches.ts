import type { Knex } from 'knex'
import { createIndex } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createIndex(db, 'stock_level', 'stock_level_productId_batchNo', 'productId, batchNo')
}
