import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'productwise_limit_price', 'pendingChange', `mediumtext`)

  await addColumn(db, 'productwise_limit_price', 'proposedById', `int constraint productwise_limit_price_proposedById_fk references user (id)`)
}
