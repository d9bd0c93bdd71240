import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

/** Roles that confirm are given and ended by two people from now on; what was given before goes on as confirmed. */
export async function up(db: Knex) {
  await addColumn(db, 'assign_roles', 'confirmStatus', `varchar(40) not null default 'CONFIRMED'`)
  await addColumn(db, 'assign_roles', 'confirmedById', `int constraint assign_roles_confirmedById_fk references user (id)`)
  await addColumn(db, 'assign_roles', 'pendingChange', 'mediumtext')
  await addColumn(db, 'assign_roles', 'proposedById', `int constraint assign_roles_proposedById_fk references user (id)`)
}
