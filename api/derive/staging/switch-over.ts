import { pathToFileURL } from 'node:url'
import type { Knex } from 'knex'
import { isSqlite } from '../../platform/database.ts'
import { transact } from '../../platform/transact.ts'
import { behaviourOf } from '../extend.ts'
import type { ImportRow } from '../import/import-row.ts'
import type { SaveContext } from '../import/save-context.ts'
import { judgeBatch } from '../import/write-batches.ts'
import { changesIn, saveCandidates } from '../save/write.ts'
import { concernedRows, type Mark } from './changed-meanwhile.ts'
import type { StagedRows } from './staged-rows.ts'
import { StagedWrites } from './staged-writes.ts'
import type { StagingFile } from './staging-file.ts'

const BATCH_SIZE = 500
/** Kilobytes of the database that are held in memory while all rows are written at once. */
const CACHE_KB = 16_000

/** Whether checked rows of a file can be written all at once: rows of a master that need nothing else to be done. */
export const canSwitch = (
  { resource, upload }: Pick<SaveContext, 'resource' | 'upload'>,
  { together }: StagedRows,
): boolean =>
  !together &&
  !upload &&
  resource.kind === 'master' &&
  !('confirmStatus' in resource.fields) &&
  !behaviourOf(resource).followUp

/**
 * Saves all rows of a file, which are checked and right, in one short transaction: nobody sees a part of them, and other
 * writers wait until it is over. Rows whose key or references somebody has changed since `mark` are checked again in
 * it; when one has become wrong, nothing is saved. Throws 409 where a row was changed meanwhile.
 */
export async function switchOver(saving: SaveContext, staged: StagedRows, mark: Mark): Promise<void> {
  const { db, resource, author } = saving
  const finish = async (trx: Knex.Transaction, write: () => Promise<void>) => {
    if (await becameWrong(trx, saving, staged, mark)) return
    await write()
    await saving.finish?.(trx)
  }
  if (!isSqlite(db)) {
    await transact(db, trx =>
      finish(trx, async () => {
        for (const batch of staged.batches(BATCH_SIZE))
          await saveCandidates(trx, resource, batch.filter(isToSave), author)
      }),
    )
    return
  }
  const writes = new StagedWrites(resource, author, staged.file)
  for (const batch of staged.judged(BATCH_SIZE))
    writes.add(
      batch.filter(isToSave).map(({ before, row }) => ({ before, row, changes: before ? changesIn(before, row) : {} })),
    )
  writes.complete()
  await writeAttached(db, staged.file, trx => finish(trx, () => writes.write(trx)))
}

const isToSave = ({ faults, unchanged }: ImportRow) => faults.length === 0 && !unchanged

/** Checks the rows again that changes since the mark concern; returns whether one of them is wrong now. */
async function becameWrong(trx: Knex.Transaction, saving: SaveContext, staged: StagedRows, mark: Mark) {
  const rows = staged.groupsWith(await concernedRows(trx, saving.resource, staged, mark))
  await judgeBatch(trx, saving, rows)
  staged.record(rows)
  return rows.some(({ faults }) => faults.length > 0)
}

/** Runs a transaction on a SQLite connection to which the staging file is attached as `staging`. */
export const writeAttached = (
  db: Knex,
  file: StagingFile,
  work: (trx: Knex.Transaction) => Promise<void>,
): Promise<void> => whileAttached(db, file, () => transact(db, work))

/** Does work on a SQLite connection to which the staging file is attached as `staging`. */
export async function whileAttached(db: Knex, file: StagingFile, work: () => Promise<void>): Promise<void> {
  const [{ cache_size: cache }] = await db.raw('PRAGMA cache_size')
  // Read only: a commit would otherwise lock this file too, which the staged rows are still read from.
  await db.raw('ATTACH ? AS staging', [`${pathToFileURL(file.path).href}?mode=ro`])
  try {
    await db.raw(`PRAGMA main.cache_size = -${CACHE_KB}`)
    await work()
  } finally {
    await db.raw(`PRAGMA main.cache_size = ${cache}`)
    await db.raw('DETACH staging')
  }
}
