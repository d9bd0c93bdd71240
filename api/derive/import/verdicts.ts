import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import type { ImportRowChange } from '../../../resources/platform/imports/import-job-row.ts'
import type { DaySpan, ImportPeriods } from '../../../resources/platform/imports/imports.ts'
import { now } from '../../platform/clock.ts'
import { withTexts } from '../list/texts.ts'
import { changesIn, insertMany } from '../save/write.ts'
import type { StagedRows } from '../staging/staged-rows.ts'
import { dropRowsOf, faultColumn } from './errors.ts'
import { type ImportPlan, keyOfRow } from './import-plan.ts'
import type { ImportRow } from './import-row.ts'
import { jobParams } from './job.ts'

const BATCH = 500

/**
 * Saves the result of every row: its verdict, its key as the file writes it or the names of a saved row, its changes and
 * its warnings. Returns when the rows start and end.
 */
export async function writeVerdicts(
  db: Knex,
  job: ImportJob,
  plan: ImportPlan,
  staged: StagedRows,
): Promise<ImportPeriods | undefined> {
  const periods: ImportPeriods = { starts: null, ends: null }
  await dropRowsOf(db, 'import_job_row', job.id)
  const at = now()
  for (const rows of staged.judged(BATCH)) {
    const names = await savedNames(db, plan, rows)
    if (plan.resource.dated) for (const row of rows) notePeriod(periods, row)
    const entries = rows.map(row => ({
      importJobId: job.id,
      rowNo: row.rowNo,
      verdict: row.verdict,
      rowKey: names.get(row) ?? keyOfRow(plan, row),
      entityId: row.before?.id ?? null,
      changes: JSON.stringify(changeOf(plan, row) ?? null),
      warnings: JSON.stringify(row.warnings.length > 0 ? row.warnings.map(withColumn(plan)) : null),
      rowVersion: 1,
      createdAt: at,
      createdById: job.requestedById,
      updatedAt: at,
      updatedById: job.requestedById,
    }))
    await insertMany(db, 'import_job_row', entries)
  }
  return periods.starts || periods.ends ? periods : undefined
}

/** Widens the days on which rows start and end by those of a row. */
function notePeriod(periods: ImportPeriods, { verdict, row }: ImportRow) {
  const widen = (span: DaySpan | null, day: string): DaySpan =>
    span
      ? { first: day < span.first ? day : span.first, last: day > span.last ? day : span.last }
      : { first: day, last: day }
  if (verdict === 'NEW' && row.validFrom) periods.starts = widen(periods.starts, String(row.validFrom))
  if (verdict === 'CLOSED' && row.isActive !== false) periods.ends = widen(periods.ends, String(row.validTo))
}

/** The names of saved rows that the file does not have, in place of the ids of what they refer to. */
async function savedNames(db: Knex, { resource }: ImportPlan, rows: readonly ImportRow[]) {
  const saved = rows.filter(({ before, cells }) => before && cells.length === 0)
  const named = await withTexts(
    db,
    resource,
    saved.map(({ before }) => ({ ...before, id: Number(before!.id) })),
  )
  return new Map(
    saved.map((row, index) => {
      const texts = named[index]!.texts as Record<string, string>
      const parts = resource.display.map(name => texts[name]?.replace(' · ', ' ') ?? String(row.before![name] ?? ''))
      return [row, parts.filter(Boolean).join(' · ').slice(0, 200)] as const
    }),
  )
}

const withColumn = (plan: ImportPlan) => (fault: ImportRow['faults'][number]) => ({
  ...fault,
  field: faultColumn(plan, fault),
})

function changeOf({ resource }: ImportPlan, { verdict, before, row, next }: ImportRow): ImportRowChange | undefined {
  if ((verdict !== 'CHANGED' && verdict !== 'CLOSED') || !before) return undefined
  const differing = (after: Record<string, unknown>) => ({
    before: Object.fromEntries(Object.keys(after).map(name => [name, before[name] ?? null])),
    after,
  })
  const change = differing(changesIn(before, row))
  if (verdict !== 'CLOSED' || !resource.dated) return change
  const entered = Object.entries(next?.row ?? {}).filter(
    ([name]) => resource.fields[name] && !resource.fields[name].server,
  )
  return {
    ...change,
    ends: {
      from: String(before.validFrom),
      was: String(before.validTo),
      until: row.isActive === false ? null : String(row.validTo),
      next: next
        ? { rowNo: next.rowNo, ...differing(changesIn(before, { ...before, ...Object.fromEntries(entered) })) }
        : null,
    },
  }
}

/** Returns the number of rows by verdict, and the warnings of the file. */
export function verdictCounts(plan: ImportPlan, staged: StagedRows) {
  const count = staged.counts()
  // Rows that the file lacks, or that its rows replace, are none of the file.
  const { CLOSED: _, ...ofFile } = count
  const rowsTotal = Object.values(ofFile).reduce((sum, rows) => sum + rows, 0)
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
  // A row that ends is written, and none of the file.
  const rowsChanged = Math.max(0, Number(found?.all ?? 0) - rowsNew - (jobParams(job).closing ?? 0))
  return { rowsNew, rowsChanged, rowsSame: job.rowsOk - rowsNew - rowsChanged }
}
