import type { Knex } from 'knex'
import { validate, withDefaults } from '../../../resources/define/validate.ts'
import { unsettledOf } from '../save/candidate.ts'
import type { StagedRows } from '../staging/staged-rows.ts'
import { ImportKeys } from './import-keys.ts'
import { ImportMerge } from './import-merge.ts'
import type { ImportPlan } from './import-plan.ts'
import type { ImportRow } from './import-row.ts'
import { isMarkedInactive, ownCodes, readAction, readValues } from './read-values.ts'
import { ReferenceReader } from './reference-reader.ts'

const BATCH = 1000

/**
 * Reads every row of a staged sheet into a candidate: values from cells, references from codes, and the saved row with
 * the same key. It only reads the database; the rules of the resource are checked later, as rows are saved.
 */
export async function prepareRows(db: Knex, plan: ImportPlan, staged: StagedRows, onBatch: () => void): Promise<void> {
  staged.reset()
  const references = new ReferenceReader(plan, ownCodes(plan, staged))
  const keys = new ImportKeys(plan, staged)
  const merge = new ImportMerge(plan)
  for (const batch of staged.sheetRows(BATCH)) {
    const rowsToSave = batch.filter(row => readAction(plan, row) !== 'EXAMPLE')
    for (const row of rowsToSave) readValues(plan, row)
    await references.read(db, rowsToSave)
    for (const row of rowsToSave) if (!isMarkedInactive(plan, row)) keys.read(row)
    if (plan.upload) for (const row of rowsToSave) validateUploadRow(plan, row)
    else {
      await keys.find(db, rowsToSave)
      for (const row of rowsToSave) merge.merge(row)
    }
    staged.add(rowsToSave)
    onBatch()
  }
  plan.warnings.push(...merge.warnings())
}

/** Validates a row of an upload against its declaration; the upload's own function checks the rest. */
function validateUploadRow({ resource, upload, given }: ImportPlan, row: ImportRow) {
  if (row.action !== 'UPSERT') row.refuse('', 'ENUM', 'Action has no meaning in this file: leave it empty', 'action')
  row.row = withDefaults(resource, row.values)
  const groups = upload!.groupBy?.(given)
  row.periodKey = groups?.fields.map(name => String(row.row[name] ?? '').toLowerCase()).join('|')
  row.faults.push(...validate(resource, row.row, unsettledOf(row)))
}
