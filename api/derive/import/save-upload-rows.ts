import type { Knex } from 'knex'
import type { ImportRow } from './import-row.ts'
import type { Upload, UploadContext } from './upload.ts'

/**
 * Saves a batch of an upload in whole groups, without those that have a faulty row. Returns how many rows turned out
 * faulty while saving.
 */
export async function saveUploadRows(
  trx: Knex.Transaction,
  { save: keep, groupBy: together, onLeftOut: leave }: Upload,
  saving: UploadContext,
  batch: ImportRow[],
): Promise<number> {
  if (together) refuseBroken(batch)
  const good = batch.filter(({ faults }) => faults.length === 0)
  if (good.length > 0) await keep(trx, good, saving)
  const late = good.filter(({ faults }) => faults.length > 0).length
  if (late > 0 && together) refuseBroken(batch)
  const leftOut = batch.filter(({ faults }) => faults.length > 0)
  if (leave && leftOut.length > 0) await leave(trx, leftOut, saving)
  return late
}

/** Refuses all rows of a group that has a faulty one. */
function refuseBroken(batch: ImportRow[]) {
  for (const group of Map.groupBy(batch, row => row.periodKey ?? row).values()) {
    const broken = group.find(({ faults }) => faults.length > 0)
    if (!broken) continue
    for (const row of group) {
      if (row.faults.length === 0)
        row.refuse('', 'RULE', `Row ${broken.rowNo}, which belongs to the same group, is wrong: correct it first`)
    }
  }
}
