import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'transporter', 'carriesHazard', `tinyint(1) not null default 0`)
}
