import { Conflict } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { columnsOfShape, shapeOf } from '../../../resources/define/sheet/file-shape.ts'
import { cellText, headingKey, isEmptyCell, optionKey, readCell } from '../../../resources/define/sheet/sheet.ts'
import { keepsPast } from '../../../resources/define/succession.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import type { ColumnMapping, ProposedBy, SaidWord, SheetLook } from '../../../resources/platform/imports/imports.ts'
import { secondsFromNow, today } from '../../platform/clock.ts'
import { holdsDays, type SheetColumn } from '../export/sheet-columns.ts'
import { changeImpact } from '../save/change-impact.ts'
import { retryOnConflict } from '../save/retry-on-conflict.ts'
import { needsConfirmation } from '../save/second-person.ts'
import { SheetError } from '../sheets/sheet-error.ts'
import type { StagedRows } from '../staging/staged-rows.ts'
import { shapesOf, wordListOf } from '../uploads/upload-at.ts'
import { circumstancesOf, keepChecked } from './checked-file.ts'
import { writeErrors } from './errors.ts'
import { columnKey, fileColumns, isPassedOver, proposeColumns } from './file-columns.ts'
import type { ImportChannel } from './import-channel.ts'
import { assignedColumns, type FileOrigin, planImport, refuseRepeatedHeadings } from './import-plan.ts'
import type { ImportRow } from './import-row.ts'
import { changeJob, type JobParams, jobParams } from './job.ts'
import type { LearnedWords } from './learned-words.ts'
import { type OpenedFile, type PreparedImport, prepareImport, withFile } from './open-file.ts'
import { proposeAlike, proposeByWords } from './propose-alike.ts'
import { saveRows } from './save-rows.ts'
import { namedHidden, namedTotals, totalRows } from './sheet-notes.ts'
import { verdictCounts, writeVerdicts } from './verdicts.ts'
import { writeBatches } from './write-batches.ts'

const SAMPLE_ROWS = 3
/** So many rows are compared with choices and other masters where a heading names no column. */
const ROWS_COMPARED = 200
const READ_AT_ONCE = 500
const JOBS_SEARCHED = 30

/**
 * Checks a file without saving it: every row goes through the code that saves it, and is rolled back. Where the
 * headings are unclear and the sender can be asked, the job waits for the sender to map the columns first.
 */
export const checkFile = (db: Knex, home: string, job: ImportJob, line: ImportChannel): Promise<void> =>
  withFile(db, home, job, line, opened => checkOpened(db, home, job, line, opened))

async function checkOpened(db: Knex, home: string, job: ImportJob, line: ImportChannel, opened: OpenedFile) {
  const params = jobParams(job)
  if (params.askColumns && !params.mapping) {
    const sheet = await previewSheet(db, job, opened)
    params.sheet = sheet
    if (params.heading || needsMapping(job, opened, sheet)) {
      await changeJob(db, job.id, { status: 'MAPPING', rowsTotal: sheet.rows, paramsJson: params })
      return
    }
    params.mapping = sheet.proposed
  }
  const run = await retryOnConflict(
    async () => ({
      circumstances: await circumstancesOf(db, opened.person),
      ...(await prepareImport(db, job, opened, line)),
    }),
    run => {
      if (params.endReplaced) params.replacing = run.staged.counts().CLOSED
      return saveRows({ ...run.saving, mode: 'CHECK' }, run.staged)
    },
  )
  run.plan.warnings.push(...(await foreseenOf(db, run)))
  const warnings = [...run.plan.warnings]
  const twin = await sameFile(db, job)
  if (twin)
    run.plan.warnings.unshift(`DUPLICATE_FILE: the same file was imported as ${twin.jobNo} within the last day.`)
  await writeErrors(db, home, job, run.plan, run.staged)
  const periods = await writeVerdicts(db, job, run.plan, run.staged)
  const closing = run.staged.counts().CLOSED
  const warned = run.staged.warnedLength
  const backdated = await backdatedIn(db, run)
  const counts = verdictCounts(run.plan, run.staged)
  const whatIf = await impactOf(db, run)
  await keepChecked(home, job, { ...run, plan: { ...run.plan, warnings } }, run.circumstances, line)
  await changeJob(db, job.id, {
    ...counts,
    status: 'VALIDATED',
    paramsJson: { ...params, closing, warned, backdated, ...(periods && { periods }), ...(whatIf && { whatIf }) },
    errorText: null,
  })
}

/** How many new rows say what has counted on past days, which is asked for a reason: not what SAP says, or what still waits. */
async function backdatedIn(db: Knex, { plan: { resource, upload, origin }, staged, saving }: PreparedImport) {
  if (upload || origin === 'SAP' || !keepsPast(resource) || 'status' in resource.fields) return 0
  return (await needsConfirmation(db, resource, saving.author)) ? 0 : staged.newRowsBefore(today())
}

/** What its upload says of the new rows as a whole. */
async function foreseenOf(db: Knex, { plan: { upload }, staged, saving }: PreparedImport): Promise<string[]> {
  if (!upload?.foresees) return []
  const rows = [...staged.judged(READ_AT_ONCE)].flat()
  return upload.foresees(
    db,
    rows.filter(({ verdict }) => verdict === 'NEW'),
    saving,
  )
}

/** What the rows would do to open orders; undefined where none reads this resource, or one was changed meanwhile. */
async function impactOf(db: Knex, { plan, staged, saving }: PreparedImport) {
  const { resource, upload } = plan
  if (!resource.whatIf || upload) return undefined
  const silentSaving = { ...saving, mode: 'CHECK', onRows: () => undefined } as const
  const change = {
    resource,
    rows: { [Symbol.iterator]: () => changingRows(staged) },
    save: (trx: Knex.Transaction, batch: readonly ImportRow[]) => writeBatches(trx, silentSaving, [[...batch]]),
  }
  try {
    return await changeImpact.ask(db, saving.person, change)
  } catch (error) {
    if (error instanceof Conflict) return undefined
    throw error
  }
}

function* changingRows(staged: StagedRows): Generator<ImportRow> {
  for (const rows of staged.judged(READ_AT_ONCE))
    yield* rows.filter(({ verdict }) => verdict !== 'REJECTED' && verdict !== 'SAME')
}

/** What the sender needs to map the columns. Throws SheetError for a repeated heading, which no mapping can correct. */
async function previewSheet(
  db: Knex,
  job: ImportJob,
  { resource, readable, sheet, seen, learned, staged }: OpenedFile,
): Promise<SheetLook> {
  const { headings, heading, top } = sheet
  const sheetColumns = fileColumns(resource, readable)
  const previous = await previousMapping(db, job, headings)
  refuseRepeatedHeadings(headings)
  const shape = shapeOf(shapesOf(resource), headings)
  const shaped = shape ? columnsOfShape(shape, headings) : headings.map(() => null)
  const [sampled = []] = staged.sheetRows(ROWS_COMPARED)
  const first = sampled.slice(0, SAMPLE_ROWS)
  const named = proposeColumns(sheetColumns, headings, learned.headings)
  const own = proposeColumns(sheetColumns, headings)
  const isSaid = (place: number) => learned.headings.has(headingKey(headings[place]!))
  const offered = named.map((column, place) => (isSaid(place) ? column : (shaped[place] ?? (shape ? null : column))))
  const proposed =
    previous ??
    (shape && offered) ??
    (await proposeAlike(
      db,
      resource,
      sheetColumns,
      headings,
      offered,
      sampled.map(({ cells }) => cells),
    ))
  const byWords = proposeByWords(sheetColumns, headings, named)
  const samples = headings.map((_, index) => first.map(({ cells }) => cellText(cells[index]).slice(0, 60)))
  const totals = totalRows({ resource, columns: assignedColumns(sheetColumns, headings, proposed) }, staged)
  return {
    headings,
    heading,
    top: top.map(({ rowNo, cells }) => ({ rowNo, cells: cells.slice(0, 8).map(cell => cellText(cell).slice(0, 40)) })),
    totals: namedTotals(totals),
    hidden: namedHidden(sheet.hiddenRows.filter(rowNo => !totals.has(rowNo))),
    samples,
    texts: headings.map((_, index) => seen.textsOf(index)),
    said: proposed.flatMap((key, index) => saidOf(learned, key, seen.textsOf(index))),
    eitherDays: seen.undecided(),
    rows: staged.sheetLength,
    proposed,
    why: proposed.map((key, place): ProposedBy | null => {
      if (key === null) return null
      if (previous) return 'BEFORE'
      if (isSaid(place) && key === named[place]) return 'LEARNED'
      if (key === shaped[place]) return 'SHAPE'
      if (key === named[place]) return key === own[place] ? 'HEADING' : 'LEARNED'
      return key === byWords[place] ? 'WORDS' : 'VALUES'
    }),
    ...(shape && { shape: shape.name }),
    remembered: previous !== undefined,
  }
}

/**
 * Whether the sender must look at the columns: a heading names no column exactly, a key column is not found, the headings are not in
 * the first row, there are rows of totals or hidden ones, days that can be two, or words that are no option.
 */
function needsMapping(
  job: ImportJob,
  { resource, readable, learned }: OpenedFile,
  { headings, heading, top, totals, hidden, eitherDays = [], texts = [], proposed, remembered }: SheetLook,
) {
  if (totals.count > 0 || hidden?.count || heading.rows === 2 || heading.rowNo !== top[0]?.rowNo) return true
  const sheetColumns = fileColumns(resource, readable)
  const days = sheetColumns.filter(({ cellField }) => holdsDays(cellField)).map(columnKey)
  if (!jobParams(job).dayOrder && eitherDays.some(({ column }) => days.includes(proposed[column] ?? ''))) return true
  const named = proposeColumns(sheetColumns, headings, learned.headings)
  const isUnsaid = (column: SheetColumn) =>
    texts[proposed.indexOf(columnKey(column))]?.some(text => isUnknownOption(column, learned, text))
  if (sheetColumns.some(isUnsaid)) return true
  const unknown = headings.some((heading, index) => {
    const isNamed = named[index] !== null || isPassedOver(resource, sheetColumns, heading)
    return !isNamed && (heading !== '' || proposed[index] !== null)
  })
  if (unknown && !remembered) return true
  try {
    const { mode = 'UPSERT', given = {} } = jobParams(job)
    planImport(resource, headings, readable, { origin: job.origin as FileOrigin, mode, mapping: proposed, given })
    return false
  } catch (error) {
    if (error instanceof SheetError) return true
    throw error
  }
}

/** What was said of earlier files of these words of a column. */
const saidOf = ({ options }: LearnedWords, column: string | null, words: readonly string[]): SaidWord[] =>
  words.flatMap(word => {
    const option = column === null ? undefined : options.get(column)?.get(optionKey(word))
    return column === null || option === undefined ? [] : [{ column, word, option }]
  })

/** Whether a text of a column of choices means none of them. */
function isUnknownOption(column: SheetColumn, { options }: LearnedWords, text: string): boolean {
  const { cellField, reference } = column
  if (cellField.kind !== 'choice' || reference || isEmptyCell(text)) return false
  const reading = readCell(cellField, text, { words: options.get(columnKey(column)) ?? new Map() })
  return 'fault' in reading && reading.fault[0] === 'ENUM'
}

/** Returns the mapping this person chose last for a file with the same headings and the same resource. */
async function previousMapping(db: Knex, job: ImportJob, headings: string[]): Promise<ColumnMapping | undefined> {
  const earlier: { paramsJson: string }[] = await db('import_job')
    .where({ importType: job.importType, requestedById: job.requestedById })
    .whereNot({ id: job.id })
    .orderBy('id', 'desc')
    .limit(JOBS_SEARCHED)
    .select('paramsJson')
  for (const { paramsJson } of earlier) {
    const { sheet, mapping, given } = JSON.parse(paramsJson) as JobParams
    const isOfSender = wordListOf(job.importType, given) === wordListOf(job.importType, jobParams(job).given)
    if (mapping && sheet && isOfSender && sheet.headings.join('\n') === headings.join('\n')) return mapping
  }
  return undefined
}

function sameFile(db: Knex, job: ImportJob): Promise<{ jobNo: string } | undefined> {
  return db('import_job')
    .where({ fileSha256: job.fileSha256, importType: job.importType, status: 'DONE' })
    .whereNot({ id: job.id })
    .where('finishedAt', '>=', secondsFromNow(-86_400))
    .first('jobNo')
}
