import { labelOf } from '../../../resources/define/label.ts'
import { type Resource, uniqueKeyOf } from '../../../resources/define/resource.ts'
import { cellText, headingKey, isEmptyCell, readCell } from '../../../resources/define/sheet/sheet.ts'
import type { ColumnWriting, SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import type { ColumnMapping, WriteMode } from '../../../resources/platform/imports/imports.ts'
import { ACTION_COLUMN, holdsDays, isImportable, keyColumns, type SheetColumn } from '../export/sheet-columns.ts'
import { SheetError } from '../sheets/sheet-error.ts'
import { repeatedHeadings } from '../sheets/sheet-read.ts'
import type { Upload } from '../uploads/upload.ts'
import { uploadAt } from '../uploads/upload-at.ts'
import { ACTIVE_COLUMN, columnKey, fileColumns, isPassedOver, proposeColumns } from './file-columns.ts'
import type { ImportRow } from './import-row.ts'
import { type LearnedWords, NOTHING_LEARNED } from './learned-words.ts'

/** Who maintains the file: people do not change columns of saved rows that SAP maintains, a file from SAP does. */
export type FileOrigin = 'PORTAL' | 'SAP'

/** A column of the file that is imported, with its index and the heading as the file writes it. */
export interface FileColumn extends SheetColumn {
  index: number
  fileHeading: string
  /** What the form says for rows of an upload that have no value of their own. */
  said?: string
  /** What its other cells show of how it is written. */
  writing?: ColumnWriting
}

/** Which columns of a file belong to which fields of a resource. */
export interface ImportPlan {
  resource: Resource
  origin: FileOrigin
  mode: WriteMode
  /** Fields that the sender sees masked; saved rows keep their values. */
  masked: readonly string[]
  /** The upload of a file that is not simply rows of one master, and the further fields of its form. */
  upload: Upload | undefined
  given: Readonly<Record<string, string>>
  headings: string[]
  columns: FileColumn[]
  /** The indexes of the columns with the action and with the active state, if there are any. */
  action: number | undefined
  active: number | undefined
  unknownColumns: string[]
  /** Headings that a new row needs and the file does not have. */
  missingColumns: string[]
  warnings: string[]
}

/**
 * Finds the field of each column of a file. `readable` are the fields the person may read; others count as unknown. The
 * person's `mapping` takes precedence over the headings. Throws SheetError when a heading is repeated or a column of
 * the key is missing.
 */
export function planImport(
  resource: Resource,
  headings: string[],
  readable: ReadonlySet<string>,
  {
    origin,
    mode,
    mapping,
    masked = [],
    given = {},
    learned = NOTHING_LEARNED,
  }: Pick<ImportPlan, 'origin' | 'mode'> &
    Partial<Pick<ImportPlan, 'masked' | 'given'>> & { mapping?: ColumnMapping | undefined; learned?: LearnedWords },
): ImportPlan {
  refuseRepeatedHeadings(headings)
  const sheetColumns = fileColumns(resource, readable)
  const plan: ImportPlan = {
    resource,
    origin,
    mode,
    masked,
    upload: uploadAt(resource.path),
    given,
    headings,
    columns: [],
    action: undefined,
    active: undefined,
    unknownColumns: [],
    missingColumns: [],
    warnings: [],
  }
  assignColumns(plan, sheetColumns, mapping ?? proposeColumns(sheetColumns, headings, learned.headings))
  refuseSameFields(plan)
  findMissing(plan, sheetColumns)
  // Whoever said it of this very file knows.
  if (!mapping) plan.warnings.push(...learnedWarning(plan, learned))
  return plan
}

/** Throws SheetError when a heading is repeated, because its columns cannot be told apart. */
export function refuseRepeatedHeadings(headings: readonly string[]) {
  const twice = repeatedHeadings(headings)
  if (twice.length > 0)
    throw new SheetError(`The heading ${twice.join(', ')} appears twice in the file: remove one of the columns.`)
}

/** Returns the columns of a file that a mapping gives to fields. */
export function assignedColumns(
  sheetColumns: readonly SheetColumn[],
  headings: readonly string[],
  mapping: ColumnMapping,
): FileColumn[] {
  const byKey = new Map(
    sheetColumns.filter(({ field }) => isImportable(field)).map(column => [columnKey(column), column]),
  )
  return headings.flatMap((fileHeading, index) => {
    const column = byKey.get(mapping[index] ?? '')
    return column ? [{ ...column, index, fileHeading }] : []
  })
}

function assignColumns(plan: ImportPlan, sheetColumns: SheetColumn[], mapping: ColumnMapping) {
  plan.columns = assignedColumns(sheetColumns, plan.headings, mapping)
  const assigned = new Set(plan.columns.map(({ index }) => index))
  const passedOver: string[] = []
  plan.headings.forEach((heading, index) => {
    const key = mapping[index] ?? null
    if (assigned.has(index)) return
    if (key === ACTION_COLUMN) plan.action = index
    else if (key === ACTIVE_COLUMN) plan.active = index
    else if (isPassedOver(plan.resource, sheetColumns, heading)) passedOver.push(heading)
    else if (headingKey(heading) !== '') plan.unknownColumns.push(heading)
  })
  if (passedOver.length > 0)
    plan.warnings.push(`These columns are not changed by an import and were left out: ${passedOver.join(', ')}.`)
  if (plan.unknownColumns.length > 0)
    plan.warnings.push(`These columns are not known here and were left out: ${plan.unknownColumns.join(', ')}.`)
}

function refuseSameFields({ columns }: ImportPlan) {
  for (const column of columns) {
    const other = columns.find(
      ({ name, part, index }) => name === column.name && part === column.part && index < column.index,
    )
    if (other)
      throw new SheetError(
        `The columns ${other.fileHeading} and ${column.fileHeading} mean the same: remove one of them.`,
      )
  }
}

function findMissing(plan: ImportPlan, sheetColumns: SheetColumn[]) {
  const importable = sheetColumns.filter(({ field }) => isImportable(field))
  const absent = ({ name }: SheetColumn) => !plan.columns.some(column => column.name === name)
  // A key that has a default row is read from every row, though the file has no column for it.
  const implied = importable.filter(column => column.field.defaultCode !== undefined && absent(column))
  plan.columns.push(...implied.map(column => ({ ...column, index: -1, fileHeading: column.heading })))
  for (const name of plan.upload?.says ?? []) {
    const said = plan.given[name]
    if (!said) continue
    const inFile = plan.columns.filter(column => column.name === name)
    for (const column of inFile) column.said = said
    const own = importable.find(
      column => column.name === name && (!column.reference || column.part === column.reference.own),
    )
    if (own && inFile.length === 0) plan.columns.push({ ...own, index: -1, fileHeading: own.heading, said })
  }
  const keys = keyColumns(plan.resource, importable).filter(absent)
  if (keys.length > 0) {
    const missing = keys.map(({ heading }) => heading).join(', ')
    throw new SheetError(
      `No column of the file is mapped to ${missing}, by which rows of ${plan.resource.title} are matched. ${foundWords(plan.headings)}: map a column, or take the headings from the template.`,
    )
  }
  plan.missingColumns = importable.filter(column => column.required && absent(column)).map(({ heading }) => heading)
  if (plan.missingColumns.length > 0) {
    plan.warnings.push(`Without ${plan.missingColumns.join(', ')} the file can change rows, but not add new ones.`)
  }
}

/** Says which headings are read as people said of earlier files. */
function learnedWarning({ columns }: ImportPlan, { headings }: LearnedWords): string[] {
  return columns
    .filter(column => column.index >= 0 && headings.get(headingKey(column.fileHeading)) === columnKey(column))
    .map(({ fileHeading, heading }) => `${fileHeading} is read as ${heading}, as it was said of an earlier file.`)
}

const HEADINGS_NAMED = 8

/** Which headings a file has, as far as they are not too many to say. */
function foundWords(headings: readonly string[]): string {
  const found = headings.filter(heading => heading !== '').map(heading => `“${heading.slice(0, 24)}”`)
  if (found.length === 0) return 'The file has no headings'
  const more = found.length > HEADINGS_NAMED ? ` and ${found.length - HEADINGS_NAMED} more` : ''
  return `The file has ${found.slice(0, HEADINGS_NAMED).join(', ')}${more}`
}

/** Returns what a row has in a column; where that is nothing, what the form says. */
export const cellIn = ({ cells }: Pick<ImportRow, 'cells'>, { index, said }: FileColumn): SheetCell =>
  said !== undefined && isEmptyCell(cells[index]) ? said : (cells[index] ?? null)

/** Returns the heading of a field in the file, or its label. */
export const headingOfField = ({ columns, resource }: ImportPlan, name: string): string =>
  columns.find(column => column.name === name)?.fileHeading ??
  (resource.fields[name] ? labelOf(name, resource.fields[name]) : name)

/** The key of a row as the file writes it, with its days as they are read. */
export const keyOfRow = ({ columns, resource }: ImportPlan, { cells }: Pick<ImportRow, 'cells'>): string =>
  columns
    .filter(({ name }) => uniqueKeyOf(resource).includes(name))
    .map(({ index, cellField, writing }) => {
      const reading = holdsDays(cellField) ? readCell(cellField, cells[index] ?? null, writing) : undefined
      return reading && 'value' in reading ? String(reading.value ?? '') : cellText(cells[index])
    })
    .filter(Boolean)
    .join(' · ')
    .slice(0, 200)
