import { Readable } from 'node:stream'
import { type ColumnHelp, columnsXml, listSheet, validations } from './xlsx-help.ts'
import {
  columnName,
  escapeXml,
  inlineText,
  LISTS_SHEET,
  MAIN_NAMESPACE,
  SCHEMA_ROOT,
  XML_DECLARATION,
} from './xlsx-markup.ts'
import {
  CELL,
  type ColumnLook,
  EXAMPLE,
  EXAMPLE_DAY,
  HEAD,
  REQUIRED_HEAD,
  type SheetHead,
  TOTAL as STYLES_OF_TOTALS,
  styles,
  type WritableCell,
} from './xlsx-styles.ts'
import { type ArchivePart, zip } from './zip-write.ts'

export type { SheetHead, WritableCell }

const RELATIONS = `${SCHEMA_ROOT}/officeDocument/2006/relationships`
const SHEET = 'xl/worksheets/sheet1.xml'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const override = (part: string, type: string) =>
  `<Override PartName="/${part}" ContentType="${sheetType}.${type}+xml"/>`
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
const relations = (...inner: string[]) =>
  `<Relationships xmlns="${SCHEMA_ROOT}/package/2006/relationships">${inner.join('')}</Relationships>`

const SHEETS = [SHEET, 'xl/worksheets/sheet2.xml']

/** Returns all parts of the workbook except the sheets, of which that for the lists of drop-downs is hidden. */
function frame(sheets: readonly string[]): [string, string][] {
  const numbers = sheets.map((_, index) => index + 1)
  const named = numbers.map(
    n =>
      `<sheet name="${escapeXml(sheets[n - 1]!)}" sheetId="${n}"${sheets[n - 1] === LISTS_SHEET ? ' state="hidden"' : ''} r:id="s${n}"/>`,
  )
  const types = numbers.map(n => override(SHEETS[n - 1]!, 'worksheet'))
  return [
    [
      '[Content_Types].xml',
      `<Types xmlns="${SCHEMA_ROOT}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${types.join('')}${override('xl/styles.xml', 'styles')}</Types>`,
    ],
    ['_rels/.rels', relations(relation('r1', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS}"><sheets>${named.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        ...numbers.map(n => relation(`s${n}`, 'worksheet', `worksheets/sheet${n}.xml`)),
        relation('t1', 'styles', 'styles.xml'),
      ),
    ],
    ['xl/styles.xml', styles],
  ]
}

/** What a workbook holds: its rows under heads, on a sheet that is named by `title`. */
export interface Book {
  title: string
  heads: readonly SheetHead[]
  rows: AsyncIterable<readonly WritableCell[]>
  /** With it the workbook is a template: its rows are examples, its columns have notes and drop-downs. */
  help?: readonly ColumnHelp[]
  /** A sheet of its own: what the rows are. */
  about?: readonly (readonly [string, string])[] | undefined
}

/**
 * Returns a workbook as a stream, whose memory does not grow with the rows. Texts are written as text whatever they begin
 * with; the head stays in view and filters, columns are as wide as what stands in them.
 */
export const workbook = (book: Book): Readable => Readable.from(zip(partsOf(book)))

function* partsOf(book: Book): Generator<ArchivePart> {
  const lists = book.help?.flatMap(({ list }) => (list ? [list] : [])) ?? []
  const further = book.about ? ['About'] : lists.length > 0 ? [LISTS_SHEET] : []
  for (const [name, xml] of frame([sheetName(book.title), ...further])) yield [name, [XML_DECLARATION + xml]]
  yield [SHEET, sheetText(book)]
  if (book.about) yield [SHEETS[1]!, sheetText(aboutSheet(book.about))]
  else if (lists.length > 0) yield [SHEETS[1]!, listSheet(lists)]
}

/** A name that every spreadsheet takes: at most 31 signs, without those that stand in references. */
export const sheetName = (title: string): string =>
  title
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^'+|'+$/g, '')
    .trim()
    .slice(0, 31)
    .trim() || 'Sheet1'

function aboutSheet([head, ...lines]: NonNullable<Book['about']>): Book {
  const heads = head!.map(heading => ({ heading, look: 'text' as const }))
  return { title: 'About', heads, rows: Readable.from(lines) }
}

/** So many rows are looked at for the widths of columns. */
const MEASURED = 200
const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

async function* sheetText({ heads, rows, help }: Book): AsyncGenerator<string> {
  const sums = heads.map(() => 0)
  const looks = heads.map(({ look = 'plain' }) => look)
  const read = rows[Symbol.asyncIterator]()
  const first: (readonly WritableCell[])[] = []
  while (first.length < MEASURED) {
    const next = await read.next()
    if (next.done) break
    first.push(next.value)
  }
  const titles = heads.map(({ heading }, index) =>
    headingXml(heading, index, help?.[index]?.required ? REQUIRED_HEAD : HEAD),
  )
  let text = `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}">${FROZEN}${columnsXml(heads, first)}<sheetData><row r="1">${titles.join('')}</row>`
  let rowNo = 1
  const rowXml = (row: readonly WritableCell[]) => {
    rowNo += 1
    row.forEach((cell, index) => {
      if (typeof cell === 'number') sums[index]! += cell
    })
    const cells = row.map((cell, index) =>
      help ? exampleXml(cell, index, rowNo) : cellXml(cell, index, rowNo, looks[index]!),
    )
    return `<row r="${rowNo}">${cells.join('')}</row>`
  }
  for (const row of first) text += rowXml(row)
  for await (const row of { [Symbol.asyncIterator]: () => read }) {
    text += rowXml(row)
    if (text.length < 65_536) continue
    yield text
    text = ''
  }
  const filter = help ? '' : `<autoFilter ref="A1:${columnName(heads.length - 1)}${rowNo}"/>`
  const total = rowNo > 1 && heads.some(({ summed }) => summed) ? totalXml(heads, sums, rowNo) : ''
  yield `${text}${total}</sheetData>${filter}${help ? validations(help) : ''}</worksheet>`
}

/** The row of totals, which follow the filter of the sheet. */
function totalXml(heads: readonly SheetHead[], sums: readonly number[], lastRow: number): string {
  const rowNo = lastRow + 1
  const label = heads.findIndex(({ summed }) => !summed)
  const cells = heads.map(({ summed, look = 'plain' }, index) => {
    if (index === label) return inlineText('Total', ` r="${columnName(index)}${rowNo}" s="${HEAD}"`)
    const column = columnName(index)
    const value = Number(sums[index]!.toFixed(6))
    return summed
      ? `<c r="${column}${rowNo}" s="${STYLES_OF_TOTALS[look] ?? HEAD}"><f>SUBTOTAL(109,${column}2:${column}${lastRow})</f><v>${value}</v></c>`
      : ''
  })
  return `<row r="${rowNo}">${cells.join('')}</row>`
}

const headingXml = (heading: string, index: number, style: number) =>
  inlineText(heading, ` r="${columnName(index)}1" s="${style}"`)

const exampleXml = (cell: WritableCell, index: number, rowNo: number) =>
  valueXml(cell, `${columnName(index)}${rowNo}`, typeof cell === 'object' ? EXAMPLE_DAY : EXAMPLE)

const cellXml = (cell: WritableCell, index: number, rowNo: number, look: ColumnLook) =>
  valueXml(cell, `${columnName(index)}${rowNo}`, CELL[lookOfCell(cell, look)])

/** A text or a day looks like one in any column. */
function lookOfCell(cell: WritableCell, look: ColumnLook): ColumnLook {
  if (typeof cell === 'string') return 'text'
  if (typeof cell !== 'object' || cell === null) return look
  return look === 'instant' || !Number.isInteger(cell.serial) ? 'instant' : 'day'
}

function valueXml(cell: WritableCell, place: string, style: number): string {
  if (cell === null || cell === '') return ''
  const at = ` r="${place}"${style === 0 ? '' : ` s="${style}"`}`
  if (typeof cell === 'number') return `<c${at}><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c${at} t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'object') return `<c${at}><v>${cell.serial}</v></c>`
  return inlineText(cell, at)
}
