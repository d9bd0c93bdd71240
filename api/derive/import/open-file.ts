import type { Knex } from 'knex'
import { readableNames } from '../../../resources/access-control/readable-names.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { optionKey } from '../../../resources/define/sheet/sheet.ts'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { readSettings } from '../../platform/settings.ts'
import { readSaved, stagingPath } from '../../platform/stored-files.ts'
import { maskedFor, readableBy, requireRight } from '../rights/conditions.ts'
import { unconditionalColumns } from '../rights/field-conditions.ts'
import type { Person } from '../rights/person.ts'
import { readPerson } from '../rights/read-person.ts'
import type { Author } from '../save/author.ts'
import { needsConfirmation } from '../save/second-person.ts'
import { ColumnsSeen } from '../sheets/columns-seen.ts'
import { SheetError } from '../sheets/sheet-error.ts'
import { readSheet, type Sheet } from '../sheets/sheet-read.ts'
import { StagedRows } from '../staging/staged-rows.ts'
import { shapesOf, sheetAt, subjectOf, uploadAt } from '../uploads/upload-at.ts'
import { endReplacedRows } from './end-replaced.ts'
import { columnKey, fileColumns, findHeading } from './file-columns.ts'
import { type ImportChannel, progressCounter } from './import-channel.ts'
import { type FileOrigin, type ImportPlan, planImport } from './import-plan.ts'
import { jobParams } from './job.ts'
import { type LearnedWords, learnedWords } from './learned-words.ts'
import { prepareRows } from './prepare-rows.ts'
import type { SaveContext } from './save-context.ts'
import { headingWarning, hiddenWarning, totalRows, totalsWarning } from './sheet-notes.ts'
import { missingRows } from './sync.ts'

/** After so many rows the import says how far it has read, and hears whether it is to stop. */
const READ_AT_ONCE = 5000

/** Who sends a file, and which of its columns they may fill. */
interface Sender {
  person: Person
  resource: Resource
  readable: ReadonlySet<string>
  /** Fields that the sender sees masked, or may not change on every row: a file can set them in new rows alone. */
  masked: readonly string[]
}

/** An opened file with its sender, its resource and its cells, which are staged. */
export interface OpenedFile extends Sender {
  sheet: Omit<Sheet, 'rows'>
  seen: ColumnsSeen
  learned: LearnedWords
  staged: StagedRows
}

/** A job with its rows, read and ready to be checked. */
export interface PreparedImport {
  plan: ImportPlan
  staged: StagedRows
  saving: Omit<SaveContext, 'mode'>
}

/**
 * Reads the file of a job into staged rows, hands it to `work` and removes these again. Throws SheetError when it is no
 * sheet, or its sender may not import any more.
 */
export async function withFile<Result>(
  db: Knex,
  home: string,
  job: ImportJob,
  line: ImportChannel,
  work: (opened: OpenedFile) => Promise<Result>,
): Promise<Result> {
  const staged = new StagedRows(stagingPath(home, jobParams(job).storageKey))
  try {
    return await work(await openFile(db, home, job, line, staged))
  } finally {
    staged.file.remove()
  }
}

/** Returns the sender of a file with what they may fill today. Throws SheetError when they may not import any more. */
export async function senderOf(db: Knex, job: ImportJob): Promise<Sender> {
  const person = await readPerson(db, job.requestedById)
  const resource = sheetAt(job.importType)
  if (!person || !resource) throw new SheetError('The person who sent the file may not import any more.')
  const subject = subjectOf(job.importType)
  try {
    requireRight(person, subject, 'import')
  } catch (error) {
    throw new SheetError((error as Error).message)
  }
  const upload = uploadAt(job.importType) !== undefined
  const names = upload ? readableNames(resource) : [...readableBy(person, resource), ...maskedFor(person, resource)]
  const unconditional = upload ? names : unconditionalColumns(person, resource, 'import')
  const masked = names.filter(name => !unconditional.includes(name))
  return { person, resource, readable: new Set(names), masked }
}

async function openFile(
  db: Knex,
  home: string,
  job: ImportJob,
  line: ImportChannel,
  staged: StagedRows,
): Promise<OpenedFile> {
  const sender = await senderOf(db, job)
  const { resource, readable } = sender
  const { storageKey, heading } = jobParams(job)
  const { 'upload.max_rows': mostRows } = await readSettings(db)
  const place = findHeading(fileColumns(resource, readable), heading, shapesOf(resource))
  // Without its rows the sheet lets go of the bytes of the file.
  const { rows, ...sheet } = await readSheet(await readSaved(home, storageKey), mostRows, place)
  const seen = new ColumnsSeen()
  for await (const row of rows) {
    staged.addCells(row)
    seen.add(row.cells)
    if (staged.sheetLength % READ_AT_ONCE === 0) progressCounter(line, staged.sheetLength)(0)
  }
  return { ...sender, sheet, seen, learned: await learnedWords(db, job.importType, jobParams(job).given), staged }
}

/** Reads the rows of an opened file into candidates. */
export async function prepareImport(
  db: Knex,
  job: ImportJob,
  opened: OpenedFile,
  line: ImportChannel,
): Promise<PreparedImport> {
  const { resource, sheet, seen, learned, staged, person } = opened
  const { mode = 'UPSERT', leaveOutTotals, leaveOutHidden, dayOrder, endReplaced } = jobParams(job)
  const plan = planOf(job, opened, sheet.headings)
  for (const column of plan.columns)
    column.writing = { ...seen.of(column.index, dayOrder), words: wordsOf(job, columnKey(column), learned) }
  plan.warnings.unshift(...headingWarning(sheet), ...sheet.warnings)
  staged.leaveOut([])
  const totals = totalRows(plan, staged)
  plan.warnings.push(...totalsWarning(totals, leaveOutTotals))
  plan.warnings.push(...hiddenWarning(sheet.hiddenRows, leaveOutHidden))
  staged.leaveOut([...(leaveOutTotals ? totals.keys() : []), ...(leaveOutHidden ? sheet.hiddenRows : [])])
  const onRows = progressCounter(line, staged.sheetLength)
  onRows(0)
  await prepareRows(db, plan, person, staged, () => onRows(0))
  if (endReplaced) await endReplacedRows(db, resource, staged, person)
  if (await needsConfirmation(db, resource, person)) plan.warnings.push(resource.givesPower ? POWER_WAITS : WAITS)
  if (mode === 'SYNC') staged.addClosing(await missingRows(db, plan, person, staged))
  return { plan, staged, saving: savingOf(db, job, person, plan, onRows) }
}

/** Returns how the columns of a file with these headings are read. */
export function planOf(
  job: ImportJob,
  { resource, readable, masked, learned }: Sender & { learned?: LearnedWords },
  headings: string[],
): ImportPlan {
  const { mode = 'UPSERT', mapping, given = {} } = jobParams(job)
  return planImport(resource, headings, readable, {
    ...{ origin: job.origin as FileOrigin, mode, mapping, masked, given },
    ...(learned && { learned }),
  })
}

/** What words of a column mean: as its sender says, else as people said of earlier files. */
function wordsOf(job: ImportJob, column: string, { options }: LearnedWords): ReadonlyMap<string, string> {
  const said = jobParams(job).words?.filter(one => one.column === column) ?? []
  return new Map([
    ...(options.get(column) ?? []),
    ...said.flatMap(({ word, option }): [string, string][] => (option === null ? [] : [[optionKey(word), option]])),
  ])
}

/** Returns what the rows of a file need to be saved. */
export const savingOf = (
  db: Knex,
  job: ImportJob,
  person: Person,
  plan: ImportPlan,
  onRows: (count: number) => void,
): PreparedImport['saving'] => ({
  db,
  resource: plan.resource,
  upload: plan.upload,
  given: jobParams(job).given ?? {},
  columns: fieldsOf(plan),
  person,
  author: importAuthor(job, person),
  onRows,
})

const WAITS = 'New rows and changes of confirmed rows take effect once another person confirms them.'
const POWER_WAITS =
  'Roles that confirm are given, changed and ended once another IT administrator confirms it; all others at once.'

/** Returns the field of each column of the sheet. */
const fieldsOf = ({ headings, columns }: ImportPlan) =>
  headings.map((_, index) => columns.find(column => column.index === index)?.name ?? null)

/** Returns the author of the changes that an import makes. */
export const importAuthor = (job: ImportJob, person: Person): Author => ({
  id: person.id,
  source: job.origin === 'SAP' ? 'SAP' : 'IMPORT',
  ip: jobParams(job).ip,
  requestId: jobParams(job).requestId,
  importJobId: job.id,
  ...(jobParams(job).why && { reason: jobParams(job).why }),
})
