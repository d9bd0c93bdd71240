import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'approving_limits', 'pendingChange', `mediumtext`)

  await addColumn(db, 'approving_limits', 'proposedById', `int constraint approving_limits_proposedById_fk references user (id)`)
}
