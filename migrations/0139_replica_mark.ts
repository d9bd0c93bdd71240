import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

/** One row with the time of its last change, by which a replica shows how far it is behind. */
export async function up(db: Knex) {
  await createTable(db, 'replica_mark', 'id int not null primary key, at varchar(24) not null')
}
