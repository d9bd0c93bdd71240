import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import type { Cell } from '../../resources/define/sheet.ts'

/** A cell that can be written: formulas and percentages are not. */
export type WrittenCell = Exclude<Cell, { formula: string } | { percent: number }>

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const SPEC = 'http://schemas.openxmlformats.org'
const MAIN = `${SPEC}/spreadsheetml/2006/main`
const RELATIONS = `${SPEC}/officeDocument/2006/relationships`
const SHEET = 'xl/worksheets/sheet1.xml'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Style 1 shows a number as a day, style 2 is the bold heading. */
const styles = `<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`

const override = (part: string, type: string) =>
  `<Override PartName="/${part}" ContentType="${sheetType}.${type}+xml"/>`
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
const relations = (...inner: string[]) =>
  `<Relationships xmlns="${SPEC}/package/2006/relationships">${inner.join('')}</Relationships>`

const PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${SPEC}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${override(SHEET, 'worksheet')}${override('xl/styles.xml', 'styles')}</Types>`,
  '_rels/.rels': relations(relation('r1', 'officeDocument', 'xl/workbook.xml')),
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations(
    relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
    relation('r2', 'styles', 'styles.xml'),
  ),
  'xl/styles.xml': styles,
}

/** A workbook of one sheet, packed as it is read: memory does not grow with the rows. Texts stay texts, whatever they begin with. */
export function workbook(headings: readonly string[], rows: AsyncIterable<readonly WrittenCell[]>): Readable {
  return Readable.from(zip(partsOf(headings, rows)))
}

type Part = [name: string, text: AsyncIterable<string> | Iterable<string>]

function* partsOf(headings: readonly string[], rows: AsyncIterable<readonly WrittenCell[]>): Generator<Part> {
  for (const [name, xml] of Object.entries(PARTS)) yield [name, [HEAD + xml]]
  yield [SHEET, sheetText(headings, rows)]
}

async function* sheetText(
  headings: readonly string[],
  rows: AsyncIterable<readonly WrittenCell[]>,
): AsyncGenerator<string> {
  const pane =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  let text = `${HEAD}<worksheet xmlns="${MAIN}">${pane}<sheetData><row r="1">${headings.map(headingXml).join('')}</row>`
  let rowNo = 1
  for await (const row of rows) {
    rowNo += 1
    text += `<row r="${rowNo}">${row.map((cell, index) => cellXml(cell, index, rowNo)).join('')}</row>`
    if (text.length < 65_536) continue
    yield text
    text = ''
  }
  yield `${text}</sheetData></worksheet>`
}

const headingXml = (heading: string, index: number) => inlineText(heading, ` r="${columnName(index)}1" s="2"`)

function cellXml(cell: WrittenCell, index: number, rowNo: number): string {
  if (cell === null || cell === '') return ''
  const at = ` r="${columnName(index)}${rowNo}"`
  if (typeof cell === 'number') return `<c${at}><v>${cell}</v></c>`
  if (typeof cell === 'boolean') return `<c${at} t="b"><v>${cell ? 1 : 0}</v></c>`
  return typeof cell === 'object' ? `<c${at} s="1"><v>${cell.serial}</v></c>` : inlineText(cell, at)
}

const inlineText = (text: string, attributes: string) =>
  `<c${attributes} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
const UNWRITABLE = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g

/** XML text; control characters, and what would be read as one of them, in the spreadsheet's own notation. */
const escaped = (text: string) =>
  text
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(UNWRITABLE, sign => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0')}_`)
    .replace(/[&<>"]/g, sign => SIGNS[sign]!)

/** The letters of a column, from 0. */
export const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)

/** A zip archive of texts; what an entry measures follows its bytes, so nothing is held back. */
async function* zip(parts: Iterable<Part>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of parts) {
    const start = offset
    const sums = { crc: 0, size: 0, packed: 0 }
    const local = Buffer.concat([
      header(0x04034b50, [20, 0x0808, 8, 0, 0x21], [0, 0, 0], [name.length, 0]),
      Buffer.from(name),
    ])
    yield local
    for await (const piece of Readable.from(measured(text, sums)).pipe(createDeflateRaw())) {
      sums.packed += piece.length
      yield piece as Buffer
    }
    const sizes = [sums.crc, sums.packed, sums.size]
    yield header(0x08074b50, [], sizes, [])
    offset += local.length + sums.packed + 16
    directory.push(
      header(0x02014b50, [20, 20, 0x0808, 8, 0, 0x21], sizes, [name.length, 0, 0, 0, 0, 0, 0]),
      words(start),
      Buffer.from(name),
    )
  }
  const listed = Buffer.concat(directory)
  const count = directory.length / 3
  yield Buffer.concat([listed, header(0x06054b50, [0, 0, count, count], [listed.length, offset], [0])])
}

async function* measured(text: Part[1], sums: { crc: number; size: number }): AsyncGenerator<Buffer> {
  for await (const piece of text) {
    const bytes = Buffer.from(piece)
    sums.crc = crc32(bytes, sums.crc)
    sums.size += bytes.length
    yield bytes
  }
}

/** A record of the archive: its mark, numbers of two bytes, of four, and of two. */
function header(mark: number, before: number[], fours: number[], after: number[]): Buffer {
  return Buffer.concat([words(mark), halves(before), ...fours.map(words), halves(after)])
}

function words(number: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(number >>> 0)
  return bytes
}

function halves(numbers: number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2)
  for (const [index, number] of numbers.entries()) bytes.writeUInt16LE(number, index * 2)
  return bytes
}
