import { Readable } from 'node:stream'
import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import type { ColumnHelp } from './xlsx-help.ts'
import { columnWidths, listSheet, validations } from './xlsx-help.ts'
import { columnName, inlineText, LISTS_SHEET, MAIN_NAMESPACE, SCHEMA_ROOT, XML_DECLARATION } from './xlsx-markup.ts'
import { type ArchivePart, zip } from './zip-write.ts'

/** A cell value that can be written, unlike formulas and percentages. */
export type WritableCell = Exclude<SheetCell, { formula: string } | { percent: number }>

const RELATIONS = `${SCHEMA_ROOT}/officeDocument/2006/relationships`
const SHEET = 'xl/worksheets/sheet1.xml'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Style 1 is a date, 2 a bold heading, 3 the heading of a required column, 4 and 5 text and date of an example. */
const styles = `<styleSheet xmlns="${MAIN_NAMESPACE}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/></numFmts>
<fonts count="4"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font><font><i/><sz val="11"/><color rgb="FF777777"/><name val="Calibri"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF503291"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="6"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/><xf fontId="2" fillId="2" applyFont="1" applyFill="1"/><xf fontId="3" applyFont="1"/><xf fontId="3" numFmtId="164" applyFont="1" applyNumberFormat="1"/></cellXfs></styleSheet>`

const override = (part: string, type: string) =>
  `<Override PartName="/${part}" ContentType="${sheetType}.${type}+xml"/>`
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
const relations = (...inner: string[]) =>
  `<Relationships xmlns="${SCHEMA_ROOT}/package/2006/relationships">${inner.join('')}</Relationships>`

const FIRST = 'Sheet1'
const SHEETS = [SHEET, 'xl/worksheets/sheet2.xml']

/** Returns all parts of the workbook except the sheets, of which that for the lists of drop-downs is hidden. */
function frame(sheets: readonly string[]): [string, string][] {
  const numbers = sheets.map((_, index) => index + 1)
  const named = numbers.map(
    n =>
      `<sheet name="${sheets[n - 1]}" sheetId="${n}"${sheets[n - 1] === LISTS_SHEET ? ' state="hidden"' : ''} r:id="s${n}"/>`,
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

/**
 * Returns a workbook of one sheet as a stream, whose memory does not grow with the rows. Texts are written as text
 * whatever they begin with. With `help` it is a template: its rows are examples, its columns have notes and drop-downs.
 * `about` becomes a sheet of its own: what the rows are.
 */
export function workbook(
  headings: readonly string[],
  rows: AsyncIterable<readonly WritableCell[]>,
  help?: readonly ColumnHelp[],
  about?: readonly (readonly [string, string])[],
): Readable {
  return Readable.from(zip(about ? withAbout(headings, rows, about) : partsOf(headings, rows, help)))
}

function* partsOf(
  headings: readonly string[],
  rows: AsyncIterable<readonly WritableCell[]>,
  help: readonly ColumnHelp[] | undefined,
): Generator<ArchivePart> {
  const lists = help?.flatMap(({ list }) => (list ? [list] : [])) ?? []
  for (const [name, xml] of frame(lists.length > 0 ? [FIRST, LISTS_SHEET] : [FIRST]))
    yield [name, [XML_DECLARATION + xml]]
  yield [SHEET, sheetText(headings, rows, help)]
  if (lists.length > 0) yield [SHEETS[1]!, listSheet(lists)]
}

function* withAbout(
  headings: readonly string[],
  rows: AsyncIterable<readonly WritableCell[]>,
  about: readonly (readonly [string, string])[],
): Generator<ArchivePart> {
  for (const [name, xml] of frame([FIRST, 'About'])) yield [name, [XML_DECLARATION + xml]]
  yield [SHEETS[0]!, sheetText(headings, rows, undefined)]
  const [head, ...lines] = about
  yield [SHEETS[1]!, sheetText(head!, Readable.from(lines), undefined)]
}

async function* sheetText(
  headings: readonly string[],
  rows: AsyncIterable<readonly WritableCell[]>,
  help: readonly ColumnHelp[] | undefined,
): AsyncGenerator<string> {
  const pane =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  const widths = help ? columnWidths(headings) : ''
  const heads = headings.map((heading, index) => headingXml(heading, index, help?.[index]?.required ? 3 : 2))
  let text = `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}">${pane}${widths}<sheetData><row r="1">${heads.join('')}</row>`
  let rowNo = 1
  for await (const row of rows) {
    rowNo += 1
    text += `<row r="${rowNo}">${row.map((cell, index) => cellXml(cell, index, rowNo, help ? 4 : 0)).join('')}</row>`
    if (text.length < 65_536) continue
    yield text
    text = ''
  }
  yield `${text}</sheetData>${help ? validations(help) : ''}</worksheet>`
}

const headingXml = (heading: string, index: number, style: number) =>
  inlineText(heading, ` r="${columnName(index)}1" s="${style}"`)

/** `style` is that of a text; a date has the next one. */
function cellXml(cell: WritableCell, index: number, rowNo: number, style: number): string {
  if (cell === null || cell === '') return ''
  const at = ` r="${columnName(index)}${rowNo}"${style === 0 ? '' : ` s="${style}"`}`
  if (typeof cell === 'number') return `<c${at}><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c${at} t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'object') return `<c r="${columnName(index)}${rowNo}" s="${style + 1}"><v>${cell.serial}</v></c>`
  return inlineText(cell, at)
}
