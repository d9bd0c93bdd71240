import type { Knex } from 'knex'
import { type PodBatchFile, podBatchFile } from '../../../resources/dispatches/pods/pod-batch.ts'
import { MOST_PAGES } from '../../../resources/dispatches/pods/pod-file-name.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { matchChosen } from './match-files.ts'

/** The files of an LR in an upload, which become the pages of one POD: in the order of their names, then as they came. */
export async function pagesOfBatch(trx: Knex, batchId: number, lrId: number): Promise<PodBatchFile[]> {
  const files = (await rowsOf(trx, podBatchFile, rows =>
    rows.where({ batchId, lrId }).whereIn('result', ['MATCHED', 'TRAY']).orderBy('position'),
  )) as PodBatchFile[]
  return files.toSorted((a, b) => (a.pageNo ?? 1) - (b.pageNo ?? 1) || a.position - b.position)
}

/** Looks at what the POD of an LR says anew, after one of its files was corrected or left out. */
export async function judgePages(trx: Knex, batchId: number, lrId: number, person: Person, author: Author) {
  const [first, ...further] = await pagesOfBatch(trx, batchId, lrId)
  if (!first) return
  const { deliveredOn, receivedBy, packagesReceived, shortagePackages, damagePackages } = first
  const entered = { deliveredOn, receivedBy, packagesReceived, shortagePackages, damagePackages }
  await updateRow(trx, podBatchFile, first, await matchChosen(trx, person, lrId, entered), author)
  await followFirst(trx, further, author)
}

/** The first page says what the POD says; the others are its further pages. */
export async function followFirst(trx: Knex, further: readonly PodBatchFile[], author: Author) {
  for (const [at, page] of further.entries()) {
    const isTooMany = at + 2 > MOST_PAGES
    const judged = isTooMany
      ? { result: 'TRAY' as const, message: `A POD has at most ${MOST_PAGES} pages: leave one of this LR out` }
      : { result: 'MATCHED' as const, message: null }
    await updateRow(trx, podBatchFile, page, judged, author)
  }
}
