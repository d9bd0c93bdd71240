import type { RowCheck } from '../checks.ts'

/** Addresses that come with a file are marked so (C.22). */
export const markImported: RowCheck = async (_db, candidates, author) => {
  if (author.source !== 'IMPORT') return
  for (const { row, before } of candidates) if (!before) row.source = 'IMPORT'
}
