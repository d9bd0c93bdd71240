import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

/** Earlier passwords are no longer kept; why one must be changed that was refused at sign-in is. */
export async function up(db: Knex) {
  await db.schema.dropTableIfExists('password_history')
  await addColumn(db, 'user', 'passwordFault', 'varchar(40)')
}
