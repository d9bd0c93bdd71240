import { Readable } from 'node:stream'
import type { Knex } from 'knex'
import { columnOf } from '../../../resources/columns.ts'
import type { Field, OptionWords } from '../../../resources/define/fields.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { csvLine, csvText, spreadsheetCell, withoutFormula } from '../../../resources/define/sheet-cell.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { today } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { offerFile, refuseWhileViewing } from '../../platform/offer-file.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import type { ApiRouter } from '../../platform/router.ts'
import { yieldToOthers } from '../../platform/yield-to-others.ts'
import { recordEvent } from '../history/record-event.ts'
import { extraColumnsIn, type Reader, selection, withColumnNames } from '../list/column-sql.ts'
import { matchingRows, orderRows, readerOfQuery } from '../list/matching.ts'
import { type ListQuery, readQuery } from '../list/query.ts'
import { limitToPeriod } from '../list/report-period.ts'
import { sourceOf } from '../list/source.ts'
import { withTexts } from '../list/texts.ts'
import { columnsReadBy, maskedFor, requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { redactorFor } from '../rights/redact.ts'
import { decodeRow, type StoredRow } from '../row-codec.ts'
import { workbook } from '../sheets/xlsx-write.ts'
import { listableAt, signedIn } from '../signed-in.ts'
import { ReferenceCodes } from './export-reference.ts'
import { type SheetColumn, sheetColumns } from './sheet-columns.ts'

/** The most rows one export may hold. */
const MOST_ROWS = 50_000
/** How many files one person may download in ten minutes. */
export const EXPORT_RATE = { tries: 200, seconds: 600 }
const PAGE = 500

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * `GET /api/export/<path>?format=xlsx|csv&columns=…` with the filters and the sort of the list: exports the rows that
 * the person may read and export as a file, written page by page. An import accepts its headings and codes unchanged.
 * `as=shown` writes the columns as the list shows them; `check=true` answers only with the number of rows.
 */
export function serveExports(router: ApiRouter, db: Knex, files: RateLimit): void {
  router.get('/api/export/*path', async ctx => {
    const { person, author } = signedIn(ctx)
    refuseWhileViewing(ctx)
    const resource = listableAt(ctx.params.path)
    requireRight(person, resource, 'read')
    requireRight(person, resource, 'export')
    const { format = 'xlsx', columns: requestedColumns, as, check, ...rest } = ctx.query as Record<string, unknown>
    const { $limit, $skip, $select, ...filters } = rest
    if (format !== 'xlsx' && format !== 'csv') throw invalidField('format', 'ENUM', 'format must be xlsx or csv')
    if (as !== undefined && as !== 'shown') throw invalidField('as', 'ENUM', 'as must be shown, or be left away')
    const readable = columnsReadBy(person, resource)
    const visible = [...readable, ...maskedFor(person, resource)]
    const columns =
      as === 'shown' || resource.kind === 'report'
        ? columnsShown(resource, visible, requestedColumns, person)
        : columnsAsked(resource, visible, requestedColumns)
    const query = limitToPeriod(resource, readQuery(resource, filters, readable))
    const reader = await readerOfQuery(db, resource, query, person)
    const ids = await idsOf(db, resource, query, reader)
    if (check === 'true') {
      ctx.body = { rows: ids.length }
      return
    }
    await files.take(String(person.id))
    await recordEvent(db, author, {
      action: 'EXPORT',
      entity: resource.name,
      entityId: 0,
      what: {
        format,
        rows: ids.length,
        columns: columns.map(({ name }) => name),
        filters,
      },
    })
    const rows = pagesOf(db, resource, columns, ids, reader)
    offerFile(ctx, `${resource.name}-${today()}.${format}`, format === 'csv' ? 'text/csv; charset=utf-8' : XLSX_TYPE)
    ctx.body = format === 'csv' ? csv(columns, rows) : xlsx(columns, rows)
  })
}

/**
 * Returns the columns of the file: those named, or every declared one that the person may read. Throws 400 for unknown
 * names.
 */
function columnsAsked(resource: Resource, readable: readonly string[], requested: unknown): SheetColumn[] {
  const known = sheetColumns(resource).filter(({ name }) => readable.includes(name))
  if (requested === undefined || requested === '')
    return [...known, ...(resource.kind === 'master' ? extraColumn(resource, 'isActive') : [])]
  const names = Array.isArray(requested) ? requested.map(String) : String(requested).split(',')
  return names.flatMap(name => {
    const columns = known.filter(column => column.name === name)
    const found = columns.length > 0 ? columns : readable.includes(name) ? extraColumn(resource, name) : []
    if (found.length === 0) throw unknownColumn(resource, name)
    return found
  })
}

/** The words of options for a kind of user. */
const wordsFor = ({ staff, buyer }: OptionWords, userType: string) =>
  userType === 'CUSTOMER' ? { ...staff, ...buyer } : staff

/** Returns the columns as a list shows them: one each, under its label, references as the text of their row. */
function columnsShown(
  resource: Resource,
  readable: readonly string[],
  requested: unknown,
  { userType }: Person,
): SheetColumn[] {
  const names = requested === undefined || requested === '' ? resource.list : String(requested).split(',')
  return names.map((name): SheetColumn => {
    const column = readable.includes(name) ? columnOf(resource, name) : undefined
    if (!column?.shown || column.field.kind === 'json') throw unknownColumn(resource, name)
    const { field, label: heading } = column
    const reads = field.kind === 'reference' || field.words ? TEXT : field
    const shown = { name, field, cellField: reads, reference: undefined, part: undefined, heading, required: false }
    return field.words ? { ...shown, words: wordsFor(field.words, userType) } : shown
  })
}

const unknownColumn = (resource: Resource, name: string) =>
  invalidField('columns', 'UNKNOWN_FIELD', `${name.slice(0, 60)} is not a column of ${resource.title}`)

/** The display text of a referenced row. */
const TEXT: Field = { kind: 'text', optional: true, max: 255 }

/**
 * Returns the sheet column of a column that is not a field of the row: when it was changed and by whom, a field of a
 * referenced row, or a computed value.
 */
function extraColumn(resource: Resource, name: string): SheetColumn[] {
  const column = columnOf(resource, name)
  if (!column?.shown || column.field.kind === 'json') return []
  const { field } = column
  const user = resourceNamed('user')
  const plain: SheetColumn = {
    name,
    field,
    cellField: field,
    reference: undefined,
    part: undefined,
    heading: column.label,
    required: false,
  }
  if (column.way !== 'own' && field.to) return [{ ...plain, cellField: TEXT }]
  if (field.to !== 'user') return [plain]
  return [
    {
      ...plain,
      cellField: user.fields.loginId!,
      reference: { name, field, target: user, own: 'loginId', fixed: [], context: [] },
      part: 'loginId',
    },
  ]
}

/**
 * Returns the ids of the rows in their order. All pages are read by these ids, so that rows which change meanwhile
 * appear exactly once.
 */
async function idsOf(db: Knex, resource: Resource, query: ListQuery, reader: Reader): Promise<number[]> {
  const matching = matchingRows(db, resource, query, reader, 'export')
  const rows: { id: number }[] = await orderRows(matching, db, resource, query, reader)
    .limit(MOST_ROWS + 1)
    .select(`${tableOf(resource)}.id`)
  if (rows.length <= MOST_ROWS) return rows.map(({ id }) => id)
  throw invalidField(
    '',
    'RANGE',
    `An export holds at most ${MOST_ROWS.toLocaleString('en-IN')} rows: narrow the list with a filter`,
  )
}

/** Yields the rows of these ids, page by page, with the codes of the rows they refer to. */
async function* pagesOf(
  db: Knex,
  resource: Resource,
  columns: SheetColumn[],
  ids: number[],
  reader: Reader,
): AsyncGenerator<ExportedRow> {
  const codes = new ReferenceCodes(db, columns)
  const names = [...new Set(['id', ...columns.map(({ name }) => name)])]
  const extras = extraColumnsIn(resource, names)
  const selected = selection(db, resource, names, reader)
  for (let start = 0; start < ids.length; start += PAGE) {
    const page = ids.slice(start, start + PAGE)
    const found: Record<string, unknown>[] = await sourceOf(db, resource, reader)
      .whereIn(`${tableOf(resource)}.id`, page)
      .select(selected)
    const redact = await redactorFor(db, resource, reader.person, page, reader.day)
    const read = found.map(row => {
      const decoded = decodeRow(resource, withColumnNames(resource, extras, row))
      return redact(decoded.id, decoded)
    })
    if (columns.some(({ cellField: reads }) => reads === TEXT)) await withTexts(db, resource, read)
    const rows = new Map(read.map((row): [number, StoredRow] => [row.id, row]))
    await codes.load([...rows.values()])
    for (const id of page) if (rows.has(id)) yield { row: rows.get(id)!, codes }
    await yieldToOthers()
  }
}

interface ExportedRow {
  row: StoredRow
  codes: ReferenceCodes
}

function cellOf(column: SheetColumn, { row, codes }: ExportedRow): unknown {
  if (column.reference) return codes.value(column, row)
  if (column.words) return column.words[String(row[column.name])] ?? row[column.name]
  return column.cellField === TEXT ? (row.texts as Texts)[column.name] : row[column.name]
}
type Texts = Record<string, string | undefined>

function csv(columns: SheetColumn[], rows: AsyncIterable<ExportedRow>): Readable {
  async function* lines() {
    let text = `\ufeff${csvLine(columns.map(({ heading }) => withoutFormula(heading)))}`
    for await (const exported of rows) {
      text += csvLine(columns.map(column => csvText(column.cellField, cellOf(column, exported))))
      if (text.length < 65_536) continue
      yield Buffer.from(text)
      text = ''
    }
    yield Buffer.from(text)
  }
  return Readable.from(lines())
}

function xlsx(columns: SheetColumn[], rows: AsyncIterable<ExportedRow>): Readable {
  async function* cells() {
    for await (const exported of rows)
      yield columns.map(column => spreadsheetCell(column.cellField, cellOf(column, exported)))
  }
  return workbook(
    columns.map(({ heading }) => heading),
    cells(),
  )
}
