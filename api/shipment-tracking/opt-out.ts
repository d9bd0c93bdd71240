import type { TakeAction } from '../actions.ts'
import type { RowCheck } from '../checks.ts'
import { updateRow } from '../derive/write.ts'

/** Addresses that come with a file are marked so (C.22). */
export const markImported: RowCheck = async (_db, candidates, author) => {
  if (author.source !== 'IMPORT') return
  for (const { row, before } of candidates) if (!before) row.source = 'IMPORT'
}

/** Lets messages through again: the row stays as history and counts no more. */
export const resubscribe: TakeAction = async (trx, { resource, rows, author }) => {
  for (const row of rows) await updateRow(trx, resource, row, { isActive: false }, author)
  return undefined
}
