import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export { down } from './ddl.ts'

/** What a site that dispatches proposes of a lane waits beside it from now on; the lanes that are there go on. */
export async function up(db: Knex) {
  await addColumn(db, 'transporter_mapping', 'confirmStatus', `varchar(40) not null default 'CONFIRMED'`)
  await addColumn(
    db,
    'transporter_mapping',
    'confirmedById',
    'int constraint transporter_mapping_confirmedById_fk references user (id)',
  )
  await addColumn(db, 'transporter_mapping', 'pendingChange', 'mediumtext')
  await addColumn(
    db,
    'transporter_mapping',
    'proposedById',
    'int constraint transporter_mapping_proposedById_fk references user (id)',
  )
}
