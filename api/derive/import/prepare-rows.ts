import type { Knex } from 'knex'
import { validate, withDefaults } from '../../../resources/define/validate.ts'
import { unsettledOf } from '../save/candidate.ts'
import type { SheetRow } from '../sheets/sheet-read.ts'
import { ImportKeys } from './import-keys.ts'
import { ImportMerge } from './import-merge.ts'
import type { ImportPlan } from './import-plan.ts'
import { ImportRow } from './import-row.ts'
import { isMarkedInactive, ownCodes, readAction, readValues } from './read-values.ts'
import { ReferenceReader } from './reference-reader.ts'

const BATCH = 1000

/**
 * Reads every row of a sheet into a candidate: values from cells, references from codes, and the saved row with the
 * same key. It only reads the database; the rules of the resource are checked later, in the transaction that writes.
 */
export async function prepareRows(
  db: Knex,
  plan: ImportPlan,
  rows: SheetRow[],
  onBatch: () => void,
): Promise<ImportRow[]> {
  const references = new ReferenceReader(plan, ownCodes(plan, rows))
  const keys = new ImportKeys(plan)
  const merge = new ImportMerge(plan)
  const prepared: ImportRow[] = []
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH).map(({ rowNo, cells }) => new ImportRow(rowNo, cells))
    const rowsToSave = batch.filter(row => readAction(plan, row) !== 'EXAMPLE')
    for (const row of rowsToSave) readValues(plan, row)
    await references.read(db, rowsToSave)
    for (const row of rowsToSave) if (!isMarkedInactive(plan, row)) keys.read(row)
    if (plan.upload) for (const row of rowsToSave) validateUploadRow(plan, row)
    else {
      await keys.find(db, rowsToSave)
      for (const row of rowsToSave) merge.merge(row)
    }
    // The candidate holds the values by now; twenty thousand rows would take the memory twice.
    for (const row of rowsToSave) row.values = {}
    prepared.push(...rowsToSave)
    onBatch()
  }
  plan.warnings.push(...merge.warnings())
  return prepared
}

/** Validates a row of an upload against its declaration; the upload's own function checks the rest. */
function validateUploadRow({ resource, upload, given }: ImportPlan, row: ImportRow) {
  if (row.action !== 'UPSERT') row.refuse('', 'ENUM', 'Action has no meaning in this file: leave it empty', 'action')
  row.row = withDefaults(resource, row.values)
  const groups = upload!.groupBy?.(given)
  row.periodKey = groups?.fields.map(name => String(row.row[name] ?? '').toLowerCase()).join('|')
  row.faults.push(...validate(resource, row.row, unsettledOf(row)))
}
