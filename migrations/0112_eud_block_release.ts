import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'eud_block', 'note', `varchar(500){ci}`)

  await addColumn(db, 'eud_block', 'requestNote', `varchar(500){ci}`)

  await addColumn(db, 'eud_block', 'releaseDocumentId', `int constraint eud_block_releaseDocumentId_fk references eud_document (id)`)

  await createIndex(db, 'eud_block', 'eud_block_releaseDocumentId', 'releaseDocumentId')

  await createIndex(db, 'eud_block', 'eud_block_releaseAttachmentId', 'releaseAttachmentId')
}
