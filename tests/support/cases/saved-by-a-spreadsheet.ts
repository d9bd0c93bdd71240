import { parse } from 'csv-parse/sync'
import { columnName, escapeXml } from '../../../api/derive/sheets/xlsx-markup.ts'
import { readWorkbook } from '../../../api/derive/sheets/xlsx-read.ts'
import { csvLine } from '../../../resources/define/sheet/sheet-cell.ts'
import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import { oddWorkbook } from './odd-workbook.ts'

/** A cell of a text file as a spreadsheet shows it after opening, which is how it is saved again. */
function openedText(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year) return `${day}-${month}-${year}`
  if (/^(true|false)$/i.test(text)) return text.toUpperCase()
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text
  const [digits, number] = [text.replace(/\D/g, ''), Number(text)]
  return digits.length > 11 && !text.includes('.') ? number.toExponential(5).toUpperCase() : String(number)
}

/** A CSV file as Excel of India saves it after opening it: numbers lose zeros and digits, days change their form. */
export function textSavedBySpreadsheet(file: Buffer): Buffer {
  const rows: string[][] = parse(file, { bom: true, relax_column_count: true })
  return Buffer.from(`\ufeff${rows.map(cells => csvLine(cells.map(openedText))).join('')}`)
}

const DAY_STYLE = 1
const styles = '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'

/** A workbook as a spreadsheet saves it after opening it: texts shared, numbers in full, the styles its own. */
export async function workbookSavedBySpreadsheet(file: Buffer): Promise<Buffer> {
  const texts = new Map<string, number>()
  const place = (text: string) => texts.get(text) ?? texts.set(text, texts.size).get(text)!
  const cellXml = (cell: SheetCell, at: string) => {
    if (cell === null || cell === '') return `<c r="${at}"/>`
    if (typeof cell === 'string') return `<c r="${at}" t="s"><v>${place(cell)}</v></c>`
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
    if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${Number(cell)}</v></c>`
    if ('serial' in cell) return `<c r="${at}" s="${DAY_STYLE}"><v>${cell.serial}</v></c>`
    throw new Error(`no export has the cell ${JSON.stringify(cell)}`)
  }
  let rows = ''
  for await (const { rowNo, cells } of readWorkbook(file, 200))
    rows += `<row r="${rowNo}">${cells.map((cell, index) => cellXml(cell, `${columnName(index)}${rowNo}`)).join('')}</row>`
  const shared = [...texts.keys()].map(text => `<si><t xml:space="preserve">${escapeXml(text)}</t></si>`).join('')
  return oddWorkbook(`<worksheet><sheetData>${rows}</sheetData></worksheet>`, {
    'xl/sharedStrings.xml': `<sst>${shared}</sst>`,
    'xl/styles.xml': styles,
  })
}
