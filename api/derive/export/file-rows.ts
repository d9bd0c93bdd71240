import { Readable } from 'node:stream'
import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import {
  csvLine,
  csvText,
  csvTextToKeep,
  spreadsheetCell,
  withoutFormula,
} from '../../../resources/define/sheet/sheet-cell.ts'
import { conflict, invalidField } from '../../platform/errors.ts'
import { yieldToOthers } from '../../platform/yield-to-others.ts'
import { extraColumnsIn, selection, withColumnNames } from '../list/column-sql.ts'
import { count } from '../list/count-rows.ts'
import { orderBy, rowsFollowing } from '../list/deep-page.ts'
import { matchingParts, matchingRows, orderTerms, readerOfQuery } from '../list/matching.ts'
import { type ListQuery, readQuery } from '../list/query.ts'
import type { Reader } from '../list/reader.ts'
import { limitToPeriod } from '../list/report-period.ts'
import { rowsNamed } from '../list/source.ts'
import { withTexts } from '../list/texts.ts'
import { withWorkedOut } from '../list/worked-out.ts'
import { columnsReadBy, maskedFor, requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { redactorFor } from '../rights/redact.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import { lookOf } from '../sheets/xlsx-styles.ts'
import { workbook } from '../sheets/xlsx-write.ts'
import type { AboutFile } from './about-file.ts'
import { ReferenceCodes } from './export-reference.ts'
import { codeAndName, columnsAsked, columnsShown, halfOf, TEXT } from './file-columns.ts'
import { columnsWithLines, type FileLines, withLines } from './file-lines.ts'
import { paperOfRows, printList } from './list-paper.ts'
import type { SheetColumn } from './sheet-columns.ts'

const PAGE = 500

/** A file that somebody asks for: its columns, and which rows in which order. */
export interface AskedFile {
  resource: Resource
  format: 'xlsx' | 'csv' | 'pdf'
  /** Its columns are those of the list instead of those of its import. */
  asShown: boolean
  /** A CSV file says below its rows what it is. */
  saysAbout: boolean
  columns: SheetColumn[]
  /** Whose values stand in the file, each in a row of its own. */
  lines?: FileLines
  query: ListQuery
  reader: Reader
  /** The filters and the sort as they were asked for. */
  filters: Record<string, unknown>
}

type FileRows = Pick<AskedFile, 'resource' | 'columns' | 'lines' | 'reader'> & { ids: Float64Array }

/** How somebody asks for a file: an Excel workbook of all columns without more. */
interface FileLook {
  format: AskedFile['format'] | null
  /** Names of columns, separated by commas. */
  columns: string | null
  as?: 'shown' | null
  about?: boolean | null
}

/** Checks what somebody asks of a file. Throws 403 without the rights, and 400 for what it cannot hold. */
export async function askFile(
  db: Knex,
  resource: Resource,
  person: Person,
  { format, columns: requested, as, about }: FileLook,
  { $limit, $skip, $select, ...filters }: Record<string, unknown>,
): Promise<AskedFile> {
  requireRight(person, resource, 'read')
  requireRight(person, resource, 'export')
  const readable = columnsReadBy(person, resource)
  const visible = [...readable, ...maskedFor(person, resource)]
  const asShown = as === 'shown' || resource.kind === 'report' || format === 'pdf'
  const shown = () => {
    const columns = columnsShown(resource, visible, requested, person)
    return (format ?? 'xlsx') === 'xlsx' ? columns.flatMap(codeAndName) : columns
  }
  const own = asShown ? shown() : columnsAsked(resource, visible, requested)
  const { columns, ...lines } = (!asShown && requested === null && columnsWithLines(person, resource, own)) || {
    columns: own,
  }
  const query = limitToPeriod(resource, readQuery(resource, filters, readable))
  return {
    resource,
    format: format ?? 'xlsx',
    asShown,
    saysAbout: about ?? false,
    columns,
    ...lines,
    query,
    reader: await readerOfQuery(db, resource, query, person),
    filters,
  }
}

/** How many rows a file would have; one more than `most` stands for all above. */
export const countRowsOfFile = (db: Knex, { resource, query, reader }: AskedFile, most: number): Promise<number> =>
  count(db, matchingParts(db, resource, query, reader, 'export', []), most + 1)

/** The ids of the rows of a file, in its order. Throws 400 for more than `most`. */
export const rowsOfFile = (db: Knex, file: AskedFile, most: number) => idsOf(db, file, most)

/**
 * Writes a file page by page, so that its memory does not grow with its rows; `onPage` hears how many rows are written. A
 * workbook says on a further sheet what it is, and adds up what its list adds up where it is as shown; a CSV file holds
 * rows alone, except where `about` is to stand below them.
 */
export function writeFile(
  db: Knex,
  { format, asShown, saysAbout, ...file }: FileRows & Pick<AskedFile, 'format' | 'asShown' | 'saysAbout'>,
  {
    about,
    onPage = () => undefined,
  }: { about?: AboutFile | undefined; onPage?: (done: number) => Promise<void> | void },
): Readable {
  const rows = pagesOf(db, file, onPage)
  if (format === 'pdf') return Readable.from(printedRows(db, file, rows, about ?? []))
  return format === 'csv'
    ? csv(file.columns, rows, { about: saysAbout ? about : undefined, marksText: !asShown })
    : xlsx(file.resource, file.columns, rows, { about, sums: asShown })
}

async function* printedRows(db: Knex, file: FileRows, rows: AsyncIterable<ExportedRow>, about: AboutFile) {
  yield await printList(await paperOfRows(db, file, rows, about))
}

/** So many ids are read in one statement; a list of a report, which is worked out anew by each, in one. */
const IDS_AT_ONCE = 20_000

/**
 * The ids of the rows in order, as numbers of eight bytes: those of reports need them. All pages are read by them, so
 * that rows changed meanwhile appear exactly once.
 */
async function idsOf(db: Knex, { resource, query, reader }: AskedIds, most: number): Promise<Float64Array> {
  const table = tableOf(resource)
  const matching = () => matchingRows(db, resource, query, reader, 'export')
  const terms = orderTerms(db, resource, query, reader)
  const size = resource.kind === 'report' ? most + 1 : IDS_AT_ONCE
  const ids = new Float64Array(most + 1)
  for (let found = 0, rows = matching(); ; ) {
    const page: number[] = await orderBy(rows, terms)
      .limit(Math.min(size, most + 1 - found))
      .pluck(`${table}.id`)
    ids.set(page, found)
    found += page.length
    if (page.length < size || found > most) return ids.subarray(0, requireFits(found, most))
    const following = await rowsFollowing(db, resource, page.at(-1)!, matching(), terms)
    if (!following) throw conflict('STALE_ROW', 'These rows changed while the file was begun: take the file again')
    rows = following(matching())
  }
}
type AskedIds = Pick<AskedFile, 'resource' | 'query' | 'reader'>

/** Returns how many rows a file has. Throws 400 where they are more than it may have. */
export function requireFits(rows: number, most: number): number {
  if (rows <= most) return rows
  throw invalidField(
    '',
    'RANGE',
    `An export holds at most ${most.toLocaleString('en-IN')} rows: narrow the list with a filter`,
  )
}

/** Yields the rows of these ids, page by page, with the codes of the rows they refer to. */
async function* pagesOf(
  db: Knex,
  { resource, columns, lines, ids, reader }: FileRows,
  onPage: (done: number) => Promise<void> | void,
): AsyncGenerator<ExportedRow> {
  const codes = new ReferenceCodes(db, columns)
  const names = [...new Set(['id', ...columns.map(({ name }) => name)])].filter(name => !lines?.names.has(name))
  const extras = extraColumnsIn(resource, names)
  const selected = selection(db, resource, names, reader)
  for (let start = 0; start < ids.length; start += PAGE) {
    const page = [...ids.subarray(start, start + PAGE)]
    const storedRows: Record<string, unknown>[] = await rowsNamed(db, resource, reader, page).select(selected)
    const redact = await redactorFor(db, resource, reader.person, page, reader.day)
    const decoded = storedRows.map(row => {
      const values = decodeRow(resource, withColumnNames(resource, extras, row))
      return redact(values.id, values)
    })
    const read = await withWorkedOut(db, resource, { names, reader }, decoded)
    if (columns.some(({ cellField: reads }) => reads === TEXT)) await withTexts(db, resource, read)
    const rows = new Map(read.map((row): [number, StoredRow] => [row.id, row]))
    const inOrder = page.flatMap(id => rows.get(id) ?? [])
    const shown = lines ? await withLines(db, reader.person, lines, inOrder) : inOrder
    await codes.load(shown)
    for (const row of shown) yield { row, codes }
    await onPage(Math.min(start + PAGE, ids.length))
    await yieldToOthers()
  }
}

interface ExportedRow {
  row: StoredRow
  codes: ReferenceCodes
}

function cellOf(column: SheetColumn, { row, codes }: ExportedRow): unknown {
  if (column.reference) return codes.value(column, row)
  if (column.say) return said(column.say, row[column.name])
  if (column.cellField !== TEXT) return row[column.name]
  const text = (row.texts as Texts)[column.name]
  return column.half && text !== undefined ? halfOf(column.half, text) : text
}
type Texts = Record<string, string | undefined>

function said(say: (value: string) => string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map(say).join(', ')
  return value === null || value === undefined ? value : say(String(value))
}

/** What a file is, to stand below its rows after an empty line. */
export const aboutLines = (about: AboutFile | undefined) =>
  about ? `\r\n${about.map(line => csvLine(line.map(withoutFormula))).join('')}` : ''

function csv(
  columns: SheetColumn[],
  rows: AsyncIterable<ExportedRow>,
  { about, marksText }: { about: AboutFile | undefined; marksText: boolean },
): Readable {
  const textOf = marksText ? csvTextToKeep : csvText
  async function* lines() {
    let text = `\ufeff${csvLine(columns.map(({ heading }) => withoutFormula(heading)))}`
    for await (const exported of rows) {
      text += csvLine(columns.map(column => textOf(column.cellField, cellOf(column, exported))))
      if (text.length < 65_536) continue
      yield Buffer.from(text)
      text = ''
    }
    yield Buffer.from(text + aboutLines(about))
  }
  return Readable.from(lines())
}

function xlsx(
  { title, totals }: Resource,
  columns: SheetColumn[],
  rows: AsyncIterable<ExportedRow>,
  { about, sums }: { about: AboutFile | undefined; sums: boolean },
): Readable {
  async function* cells() {
    for await (const exported of rows)
      yield columns.map(column => spreadsheetCell(column.cellField, cellOf(column, exported)))
  }
  const heads = columns.map(({ name, heading, cellField }) => ({
    ...{ heading, look: lookOf(cellField), summed: sums && totals.includes(name) },
  }))
  return workbook({ title, heads, rows: cells(), about })
}
