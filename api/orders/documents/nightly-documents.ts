import type { Knex } from 'knex'
import { takeDueSteps } from '../../derive/process/due-steps.ts'
import { attachedDocument, blockDocuments } from './block-documents.ts'
import { remindDocuments } from './remind-documents.ts'
import { remindLicences } from './remind-licences.ts'

/** Runs the nightly work on end-user documents and licences. Returns how many were changed or reminded. */
export async function nightlyDocuments(db: Knex): Promise<number> {
  const expired = await takeDueSteps(db, attachedDocument)
  const blocked = await blockDocuments(db)
  return expired + blocked + (await remindDocuments(db)) + (await remindLicences(db))
}
