import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

/** Credit notes of complaints and disputes that somebody entered and SAP has not confirmed. */
export async function up(db: Knex) {
  await addColumn(db, 'complaint', 'namedNoteNo', `varchar(16){ci}`)

  await addColumn(db, 'complaint', 'namedNoteById', `int constraint complaint_namedNoteById_fk references user (id)`)

  await addColumn(db, 'complaint', 'namedNoteText', `varchar(255){ci}`)

  await createIndex(db, 'complaint', 'complaint_namedNoteNo', 'namedNoteNo')

  await addColumn(db, 'ar_dispute', 'namedNoteNo', `varchar(16){ci}`)

  await addColumn(db, 'ar_dispute', 'namedNoteById', `int constraint ar_dispute_namedNoteById_fk references user (id)`)

  await addColumn(db, 'ar_dispute', 'namedNoteText', `varchar(255){ci}`)

  await createIndex(db, 'ar_dispute', 'ar_dispute_namedNoteNo', 'namedNoteNo')
}
