import type { Knex } from 'knex'
import { cellText } from '../../resources/define/sheet.ts'
import { csvLine, inert } from '../../resources/define/sheet-cell.ts'
import { now } from '../platform/clock.ts'
import { removeKept, writeKept } from '../platform/files.ts'
import { type ImportJob, paramsOf } from './import-job.ts'
import { headingOf, type ImportPlan } from './import-plan.ts'
import type { ImportRow, RowFault } from './import-rows.ts'

const BATCH = 500

/** The file with the rejected rows of an import, beside the file it came from. */
export const errorsKey = (storageKey: string) => `${storageKey}.errors.csv`

/** Writes down every fault of every rejected row, and a sheet of these rows with the faults beside them. */
export async function writeErrors(
  db: Knex,
  home: string,
  job: ImportJob,
  plan: ImportPlan,
  rows: ImportRow[],
): Promise<void> {
  const rejected = rows.filter(({ faults }) => faults.length > 0).sort((one, other) => one.rowNo - other.rowNo)
  await db('import_job_error').where({ importJobId: job.id }).delete()
  const at = now()
  const entries = rejected.flatMap(row => row.faults.map(fault => entryOf(job, plan, row, fault, at)))
  for (let start = 0; start < entries.length; start += BATCH)
    await db('import_job_error').insert(entries.slice(start, start + BATCH))
  const key = errorsKey(paramsOf(job).storageKey)
  if (rejected.length === 0) await removeKept(home, key)
  else await writeKept(home, key, linesOf(plan, rejected))
}

const columnOf = (plan: ImportPlan, { field, column }: RowFault) => column ?? headingOf(plan, field)

function entryOf(job: ImportJob, plan: ImportPlan, row: ImportRow, fault: RowFault, at: string) {
  const column = columnOf(plan, fault)
  const index = plan.headings.indexOf(column)
  return {
    importJobId: job.id,
    source: 'FILE',
    rowNo: row.rowNo,
    columnName: column.slice(0, 60),
    value: index < 0 ? null : cellText(row.cells[index]).slice(0, 255),
    errorCode: fault.code.slice(0, 40),
    message: fault.message.slice(0, 255),
    raw: null,
    rowVersion: 1,
    createdAt: at,
    createdById: job.requestedById,
    updatedAt: at,
    updatedById: job.requestedById,
  }
}

function* linesOf(plan: ImportPlan, rejected: ImportRow[]): Generator<string> {
  yield `\ufeff${csvLine([...plan.headings.map(inert), 'row_no', 'error_code', 'column_name', 'message'])}`
  for (const row of rejected) {
    const cells = plan.headings.map((_, index) => inert(cellText(row.cells[index])))
    const told = [
      row.faults.map(({ code }) => code),
      row.faults.map(fault => columnOf(plan, fault)),
      row.faults.map(({ message }) => message),
    ]
    yield csvLine([...cells, String(row.rowNo), ...told.map(parts => inert(parts.join('; ')))])
  }
}
