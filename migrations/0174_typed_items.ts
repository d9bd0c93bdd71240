import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

/** An open item that a person enters is confirmed by a second one from now on, says why, and ends. */
export async function up(db: Knex) {
  await addColumn(db, 'upload_outstanding', 'reason', 'varchar(255){ci}')
  await addColumn(db, 'upload_outstanding', 'endsOn', 'varchar(10)')
  await addColumn(db, 'upload_outstanding', 'confirmStatus', `varchar(40) not null default 'CONFIRMED'`)
  await addColumn(
    db,
    'upload_outstanding',
    'confirmedById',
    'int constraint upload_outstanding_confirmedById_fk references user (id)',
  )
  await addColumn(db, 'upload_outstanding', 'pendingChange', 'mediumtext')
  await addColumn(
    db,
    'upload_outstanding',
    'proposedById',
    'int constraint upload_outstanding_proposedById_fk references user (id)',
  )
}
