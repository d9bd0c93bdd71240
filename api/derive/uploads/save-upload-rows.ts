import type { Knex } from 'knex'
import { HOLDS, type ImportRow, WAITS } from '../import/import-row.ts'
import type { RowGroups, Upload, UploadContext } from './upload.ts'

/** Saves whole groups of an upload, without those with a faulty row. Returns how many rows were faulty while saving. */
export async function saveUploadRows(
  trx: Knex.Transaction,
  { save: keep, groupBy, onLeftOut: leave }: Upload,
  saving: UploadContext,
  batch: ImportRow[],
): Promise<number> {
  const groups = groupBy?.(saving.given)
  const together = groups?.eachAlone ? undefined : groups
  if (together) holdOthers(batch, together)
  const good = batch.filter(({ faults }) => faults.length === 0)
  if (good.length > 0) await keep(trx, good, saving)
  const late = good.filter(({ faults }) => faults.length > 0).length
  if (late > 0 && together) holdOthers(batch, together)
  const leftOut = batch.filter(({ faults }) => faults.length > 0)
  if (leave && leftOut.length > 0) await leave(trx, leftOut, saving)
  return late
}

/** Keeps the right rows of a group from being saved while others are wrong, and says so once, at the first of these. */
function holdOthers(batch: ImportRow[], { name }: RowGroups) {
  for (const group of Map.groupBy(batch, row => row.periodKey ?? row).values()) {
    const wrong = group.filter(({ verdict }) => verdict === 'REJECTED')
    const [first] = wrong
    if (!first) continue
    first.faults = first.faults.filter(({ code }) => code !== HOLDS)
    for (const row of group)
      if (row.faults.length === 0) row.refuse('', WAITS, `Waits for row ${first.rowNo}, which is wrong`, '')
    const waiting = group.length - wrong.length
    const rows = waiting === 1 ? 'One other row' : `${waiting} other rows`
    if (waiting > 0) first.refuse('', HOLDS, `${rows} of this ${name} ${waiting === 1 ? 'waits' : 'wait'} for it`, '')
  }
}
