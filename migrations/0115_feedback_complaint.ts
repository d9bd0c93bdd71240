import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'feedback', 'complaintId', `int constraint feedback_complaintId_fk references complaint (id)`)

  await createIndex(db, 'feedback', 'feedback_complaintId', 'complaintId')
}
