import type { Knex } from 'knex'
import { cellText } from '../../../resources/define/sheet/sheet.ts'
import { csvLine, withoutFormula } from '../../../resources/define/sheet/sheet-cell.ts'
import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { now } from '../../platform/clock.ts'
import { removeSaved, writeSaved } from '../../platform/stored-files.ts'
import { insertMany } from '../save/write.ts'
import { lookOf } from '../sheets/xlsx-styles.ts'
import { type Book, type WritableCell, workbook } from '../sheets/xlsx-write.ts'
import type { StagedRows } from '../staging/staged-rows.ts'
import { headingOfField, type ImportPlan } from './import-plan.ts'
import { type ImportRow, type RowFault, WAITS } from './import-row.ts'
import { jobParams } from './job.ts'

const BATCH = 500
/** The rows that are not saved: wrong ones, and those that wait for them. */
const REFUSED = ['REJECTED', 'HELD'] as const
const DROPPED_AT_ONCE = 2000

type SheetKind = 'csv' | 'xlsx'
/** Returns the file type of a job; the upload has checked that its name and its bytes agree. */
export const sheetKindOfJob = ({ fileName }: ImportJob): SheetKind => (/\.xlsx$/i.test(fileName) ? 'xlsx' : 'csv')

/** The storage key of the file with the rejected rows, stored beside the uploaded file in the same format. */
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
  staged: StagedRows,
): Promise<void> {
  await dropRowsOf(db, 'import_job_error', job.id)
  const at = now()
  let inFile = 0
  for (const rows of staged.judged(BATCH, REFUSED)) {
    const entries = rows.flatMap(row => row.faults.filter(isOwn).map(fault => entryOf(job, plan, row, fault, at)))
    for (let start = 0; start < entries.length; start += BATCH)
      await insertMany(db, 'import_job_error', entries.slice(start, start + BATCH))
    inFile += rows.filter(({ closing }) => !closing).length
  }
  const key = errorsKey(job)
  if (inFile === 0) await removeSaved(home, key)
  else if (sheetKindOfJob(job) === 'csv') await writeSaved(home, key, linesOf(plan, rejectedRows(staged)))
  else await writeSaved(home, key, workbook(rejectedBook(plan, staged)))
}

/** The rejected rows as a workbook: texts are marked as such, since they are entered again. */
const rejectedBook = (plan: ImportPlan, staged: StagedRows): Book => ({
  title: 'Rows to correct',
  heads: [...plan.headings, ...FAULT_HEADINGS].map((heading, index) => {
    const column = plan.columns.find(one => one.index === index)
    return { heading, look: column ? lookOf(column.cellField) : undefined }
  }),
  rows: cellsOf(plan, rejectedRows(staged)),
})

/** Yields the rejected rows of the sheet. */
function* rejectedRows(staged: StagedRows): Generator<ImportRow> {
  for (const rows of staged.judged(BATCH, REFUSED)) yield* rows.filter(({ closing }) => !closing)
}

/** Deletes what an earlier check of a job has written, a part at a time, so that nobody waits long to write. */
export async function dropRowsOf(db: Knex, table: 'import_job_row' | 'import_job_error', importJobId: number) {
  for (;;) {
    const ids: number[] = await db(table).where({ importJobId }).limit(DROPPED_AT_ONCE).pluck('id')
    if (ids.length === 0) return
    await db(table).whereIn('id', ids).delete()
  }
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

function* linesOf(plan: ImportPlan, rejected: Iterable<ImportRow>): Generator<string> {
  yield `\ufeff${csvLine([...plan.headings.map(withoutFormula), ...FAULT_HEADINGS])}`
  for (const row of rejected) {
    const cells = plan.headings.map((_, index) => withoutFormula(cellText(row.cells[index])))
    yield csvLine([...cells, ...faultCells(plan, row).map(cell => withoutFormula(String(cell)))])
  }
}

async function* cellsOf(plan: ImportPlan, rejected: Iterable<ImportRow>): AsyncGenerator<WritableCell[]> {
  for (const row of rejected)
    yield [...plan.headings.map((_, index) => writableCell(row.cells[index])), ...faultCells(plan, row)]
}

/** Returns a cell as it was read; a formula or a percentage, which cannot be written, as its text. */
const writableCell = (cell: SheetCell | undefined): WritableCell =>
  typeof cell === 'object' && cell !== null && !('serial' in cell) ? cellText(cell) : (cell ?? null)
