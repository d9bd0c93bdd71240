import type { Knex } from 'knex'
import { createSearchIndex } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createSearchIndex(db, 'customer', 'code, name, gstin')

  await createSearchIndex(db, 'ship_to', 'code, name, gstin')

  await createSearchIndex(db, 'products', 'code, name, casNo')

  await createSearchIndex(db, 'customer_item_codes', 'itemCode')
}
