import { pipeline, Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { csvCell, headingKey, isEmptyCell } from '../../../resources/define/sheet/sheet.ts'
import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import type { HeadingPlace } from '../../../resources/platform/imports/imports.ts'
import { cureOf } from './foreign-file.ts'
import { sapRecords } from './sap-list.ts'
import { SheetError } from './sheet-error.ts'
import { type Heading, TOP_ROWS } from './sheet-heading.ts'
import { encodingOf, quoteProblem, separatorOf, textOf, textPieces } from './text-file.ts'
import { columnName } from './xlsx-markup.ts'
import { readWorkbook, type SheetRow } from './xlsx-read.ts'

/** A sheet: its headings as written, and every row below them that has values, with the row number that people see. */
export interface Sheet {
  headings: string[]
  heading: HeadingPlace
  /** Read from the file as they are asked for. */
  rows: AsyncIterable<SheetRow>
  /** The first rows with values, the headings and what stands above them included. */
  top: readonly SheetRow[]
  /** Warnings about parts of the file that are not read, or that are hidden and read; complete after the last row. */
  warnings: string[]
  /** The numbers of the rows that the workbook hides; complete after the last row. */
  hiddenRows: number[]
}

export type { SheetRow }

const MOST_COLUMNS = 200

/** Returns the file type by its bytes; undefined for anything else. */
export function sheetKindOf(file: Buffer): 'csv' | 'xlsx' | undefined {
  if (file.length === 0) return undefined
  if (file.length > 4 && file.readUInt32BE(0) === 0x504b0304)
    return file.includes('xl/workbook.xml') ? 'xlsx' : undefined
  if (encodingOf(file) !== 'utf-8') return 'csv'
  const start = file.subarray(0, 4096)
  const foreign =
    start.includes(0) || /^\s*(<|%PDF|MZ|\{\\rtf)/.test(start.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, ''))
  return foreign ? undefined : 'csv'
}

/**
 * Reads a text file or the first sheet of a workbook; `findHeading` finds the headings among its first rows. Throws
 * SheetError with a message that says how to correct the file.
 */
export async function readSheet(
  file: Buffer,
  mostRows: number,
  findHeading: (top: readonly SheetRow[]) => Heading,
): Promise<Sheet> {
  const kind = sheetKindOf(file)
  if (!kind) throw new SheetError(`${cureOf(file) ?? 'The file is neither a workbook (xlsx) nor a CSV file'}.`)
  const warnings: string[] = []
  const read = kind === 'xlsx' ? readWorkbook(file, MOST_COLUMNS, warnings) : readCsv(file, mostRows)
  const top: SheetRow[] = []
  while (top.length < TOP_ROWS) {
    const next = await read.next()
    if (next.done) break
    top.push(next.value)
  }
  if (top.length === 0) throw new SheetError('The file is empty: the first row must hold the headings.')
  const { headings, ...heading } = findHeading(top)
  const all = async function* () {
    yield* top.filter(({ rowNo }) => rowNo >= heading.rowNo + heading.rows)
    yield* read
  }
  const hiddenRows: number[] = []
  return {
    headings,
    heading,
    rows: rowsBelow(headings, all(), mostRows, warnings, hiddenRows),
    top,
    warnings,
    hiddenRows,
  }
}

/** Yields the rows below the headings. Throws SheetError for too many. */
async function* rowsBelow(
  headings: readonly string[],
  read: AsyncIterable<SheetRow>,
  mostRows: number,
  warnings: string[],
  hiddenRows: number[],
): AsyncGenerator<SheetRow> {
  const withoutHeading = new Set<number>()
  let count = 0
  for await (const row of read) {
    if (++count > mostRows) throw tooManyRows(mostRows)
    if (row.hidden) hiddenRows.push(row.rowNo)
    for (let index = 0; index < row.cells.length; index++)
      if (!headings[index] && !isEmptyCell(row.cells[index])) withoutHeading.add(index)
    yield row
  }
  warnings.push(...unheaded(withoutHeading))
}

/** Returns a warning for values under no heading, as in the further columns of a merged heading. */
function unheaded(columnIndexes: ReadonlySet<number>): string[] {
  if (columnIndexes.size === 0) return []
  const names = [...columnIndexes].sort((one, other) => one - other).map(columnName)
  const subject = names.length === 1 ? `Column ${names[0]} has` : `Columns ${names.join(', ')} have`
  return [`${subject} values but no heading and cannot be read: give every column its own heading, not merged.`]
}

const tooManyRows = (max: number) =>
  new SheetError(`The file has more than ${max.toLocaleString('en-IN')} rows: split it into smaller files.`)

async function* readCsv(file: Buffer, mostRows: number): AsyncGenerator<SheetRow> {
  let rowNo = 0
  for await (const record of recordsOf(file, mostRows)) {
    rowNo++
    const cells: SheetCell[] = record.map(csvCell)
    if (cells.length > MOST_COLUMNS) throw new SheetError(`The file has more than ${MOST_COLUMNS} columns.`)
    if (!cells.every(isEmptyCell)) yield { rowNo, cells }
  }
}

async function* recordsOf(file: Buffer, mostRows: number): AsyncGenerator<string[]> {
  const text = textPieces(file)
  const { value: start = '' } = text.next()
  const pieces = function* () {
    yield start
    yield* text
  }
  const delimiter = separatorOf(start)
  if (delimiter === '|') return yield* sapRecords(pieces())
  // Empty rows are counted, because people find a row by its number; many of them at the end are allowed.
  const parser = parse({ delimiter, relax_column_count: true, to: mostRows * 2 + 100, max_record_size: 1_000_000 })
  try {
    yield* pipeline(Readable.from(pieces()), parser, () => undefined)
  } catch (error) {
    if (error instanceof SheetError) throw error
    throw new SheetError(quoteProblem(textOf(file), delimiter))
  }
}

/** Returns the headings that occur more than once. */
export function repeatedHeadings(headings: readonly string[]): string[] {
  const seen = new Set<string>()
  return headings.filter(heading => {
    const key = headingKey(heading)
    const isRepeated = key !== '' && seen.has(key)
    seen.add(key)
    return isRepeated
  })
}
