import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'approval_task', 'rule', `varchar(40)`)

  await addColumn(db, 'approval_task', 'limitValue', `bigint`)
}
