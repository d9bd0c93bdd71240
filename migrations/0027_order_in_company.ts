import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'order', 'companyAskedAt', `varchar(24)`)

  await addColumn(db, 'order', 'companyApprovedValue', `bigint`)

  await addColumn(db, 'order', 'companyAskedById', `int constraint order_companyAskedById_fk references user (id)`)
}
