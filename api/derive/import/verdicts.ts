import type { Knex } from 'knex'
import { uniqueKeyOf } from '../../../resources/define/resource.ts'
import { cellText } from '../../../resources/define/sheet/sheet.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import type { ImportRowChange } from '../../../resources/platform/imports/import-job-row.ts'
import { now } from '../../platform/clock.ts'
import { changesIn, insertMany } from '../save/write.ts'
import type { StagedRows } from '../staging/staged-rows.ts'
import { dropRowsOf, faultColumn } from './errors.ts'
import type { ImportPlan } from './import-plan.ts'
import type { ImportRow } from './import-row.ts'

const BATCH = 500

/** Saves the result of every row: its verdict, its key as the file writes it, its changes and its warnings. */
export async function writeVerdicts(db: Knex, job: ImportJob, plan: ImportPlan, staged: StagedRows): Promise<void> {
  await dropRowsOf(db, 'import_job_row', job.id)
  const at = now()
  const keyColumns = plan.columns.filter(({ name }) => uniqueKeyOf(plan.resource).includes(name))
  for (const rows of staged.judged(BATCH)) {
    const entries = rows.map(row => ({
      importJobId: job.id,
      rowNo: row.rowNo,
      verdict: row.verdict,
      rowKey: keyOf(plan, keyColumns, row),
      entityId: row.before?.id ?? null,
      changes: JSON.stringify(changeOf(row) ?? null),
      warnings: JSON.stringify(row.warnings.length > 0 ? row.warnings.map(withColumn(plan)) : null),
      rowVersion: 1,
      createdAt: at,
      createdById: job.requestedById,
      updatedAt: at,
      updatedById: job.requestedById,
    }))
    await insertMany(db, 'import_job_row', entries)
  }
}

const withColumn = (plan: ImportPlan) => (fault: ImportRow['faults'][number]) => ({
  ...fault,
  field: faultColumn(plan, fault),
})

function keyOf({ resource }: ImportPlan, columns: ImportPlan['columns'], { cells, before }: ImportRow): string {
  const parts =
    before && cells.length === 0
      ? resource.display.map(name => String(before[name] ?? ''))
      : columns.map(({ index }) => cellText(cells[index]))
  return parts.filter(Boolean).join(' · ').slice(0, 200)
}

function changeOf({ verdict, before, row }: ImportRow): ImportRowChange | undefined {
  if ((verdict !== 'CHANGED' && verdict !== 'CLOSED') || !before) return undefined
  const after = changesIn(before, row)
  return { before: Object.fromEntries(Object.keys(after).map(name => [name, before[name] ?? null])), after }
}

/** Returns the number of rows by verdict, and the warnings of the file. */
export function verdictCounts(plan: ImportPlan, staged: StagedRows) {
  const count = staged.counts()
  const rowsTotal = Object.values(count).reduce((sum, rows) => sum + rows, 0)
  return {
    rowsTotal,
    rowsDone: rowsTotal,
    rowsOk: rowsTotal - count.REJECTED - count.HELD,
    rowsNew: count.NEW,
    rowsChanged: count.CHANGED,
    rowsSame: count.SAME,
    rowsFailed: count.REJECTED,
    warnings: plan.warnings,
    unknownColumns: plan.unknownColumns,
    missingColumns: plan.missingColumns,
  }
}

/**
 * Returns how many rows an import has written in all by its history, including those saved before it was interrupted.
 */
export async function writtenCounts(db: Knex, job: ImportJob) {
  const written = db('audit_entry')
    .where({ importJobId: job.id })
    .groupBy('entity', 'entityId')
    .select('entityId', db.raw("max(case when ?? = 'CREATE' then 1 else 0 end) as created", ['action']))
    .as('written')
  const [found] = await db.from(written).count({ all: '*' }).sum({ created: 'created' })
  const rowsNew = Number(found?.created ?? 0)
  const rowsChanged = Number(found?.all ?? 0) - rowsNew
  return { rowsNew, rowsChanged, rowsSame: job.rowsOk - rowsNew - rowsChanged }
}
