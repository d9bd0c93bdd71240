import type { Knex } from 'knex'
import { cellText, type SheetCell } from '../../../resources/define/sheet.ts'
import { csvLine, withoutFormula } from '../../../resources/define/sheet-cell.ts'
import type { ImportJob } from '../../../resources/platform/import-job.ts'
import { now } from '../../platform/clock.ts'
import { removeSaved, writeSaved } from '../../platform/stored-files.ts'
import { insertMany } from '../save/write.ts'
import { type WritableCell, workbook } from '../sheets/xlsx-write.ts'
import { headingOfField, type ImportPlan } from './import-plan.ts'
import { type ImportRow, type RowFault, WAITS } from './import-row.ts'
import { jobParams } from './job.ts'

const BATCH = 500

type SheetKind = 'csv' | 'xlsx'
/** Returns the file type of a job; the upload has checked that its name and its bytes agree. */
export const sheetKindOfJob = ({ fileName }: ImportJob): SheetKind => (/\.xlsx$/i.test(fileName) ? 'xlsx' : 'csv')

/**
 * Returns the storage key of the file with the rejected rows, which is stored beside the uploaded file in the same
 * format.
 */
export const errorsKey = (job: ImportJob) => `${jobParams(job).storageKey}.errors.${sheetKindOfJob(job)}`

/**
 * Saves every fault of every rejected row, and a sheet of these rows with the faults beside them. Rows that wait for
 * these are in the sheet too, because they can only be sent together.
 */
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
  let entries: Record<string, unknown>[] = []
  for (const row of rejected) {
    entries.push(...row.faults.filter(isOwn).map(fault => entryOf(job, plan, row, fault, at)))
    if (entries.length < BATCH) continue
    await insertMany(db, 'import_job_error', entries)
    entries = []
  }
  if (entries.length > 0) await insertMany(db, 'import_job_error', entries)
  const key = errorsKey(job)
  const inFile = rejected.filter(({ closing }) => !closing)
  if (inFile.length === 0) await removeSaved(home, key)
  else if (sheetKindOfJob(job) === 'csv') await writeSaved(home, key, linesOf(plan, inFile))
  else await writeSaved(home, key, workbook([...plan.headings, ...FAULT_HEADINGS], cellsOf(plan, inFile)))
}

/** Whether a fault is of the row itself, not of another that it waits for. */
const isOwn = ({ code }: RowFault) => code !== WAITS

export const faultColumn = (plan: ImportPlan, { field, column }: RowFault) => column ?? headingOfField(plan, field)

function entryOf(job: ImportJob, plan: ImportPlan, row: ImportRow, fault: RowFault, at: string) {
  const column = faultColumn(plan, fault)
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

const FAULT_HEADINGS = ['row_no', 'error_code', 'column_name', 'message']

const faultCells = (plan: ImportPlan, { rowNo, faults }: ImportRow): [number, ...string[]] => [
  rowNo,
  faults.map(({ code }) => code).join('; '),
  faults.map(fault => faultColumn(plan, fault)).join('; '),
  faults.map(({ message }) => message).join('; '),
]

function* linesOf(plan: ImportPlan, rejected: ImportRow[]): Generator<string> {
  yield `\ufeff${csvLine([...plan.headings.map(withoutFormula), ...FAULT_HEADINGS])}`
  for (const row of rejected) {
    const cells = plan.headings.map((_, index) => withoutFormula(cellText(row.cells[index])))
    yield csvLine([...cells, ...faultCells(plan, row).map(cell => withoutFormula(String(cell)))])
  }
}

async function* cellsOf(plan: ImportPlan, rejected: ImportRow[]): AsyncGenerator<WritableCell[]> {
  for (const row of rejected)
    yield [...plan.headings.map((_, index) => writableCell(row.cells[index])), ...faultCells(plan, row)]
}

/** Returns a cell as it was read; a formula or a percentage, which cannot be written, as its text. */
const writableCell = (cell: SheetCell | undefined): WritableCell =>
  typeof cell === 'object' && cell !== null && !('serial' in cell) ? cellText(cell) : (cell ?? null)
