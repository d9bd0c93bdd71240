import type { Cell } from '../../../resources/define/sheet.ts'
import { columnName } from '../xlsx-xml.ts'
import { SheetError } from './sheet-error.ts'
import { cellsOf } from './xlsx-cells.ts'
import { attributeOf, broken, elementsOf, tagsIn, textIn, xmlOf } from './xlsx-elements.ts'
import { formsOf } from './xlsx-forms.ts'
import { hiddenColumns, sheetPart, visibleSheets } from './xlsx-sheets.ts'
import { readZip, type ZipEntry } from './zip-read.ts'

/** What a workbook may unpack to; a sheet of 20,000 rows and 40 columns takes about 60 MB. */
const MOST_BYTES = 120_000_000
/** Rows with nothing in them count as well: what a spreadsheet can have. */
const MOST_ROWS = 1_048_576
const MOST_TEXTS = 1_000_000

export interface SheetRow {
  /** The row's number as the spreadsheet shows it. */
  rowNo: number
  cells: Cell[]
}

/**
 * The rows of the first sheet of a workbook, one by one, empty ones left out. Cells with formulas arrive as such. Throws
 * SheetError for macros, links to other files, entities, more than `mostColumns` columns, and what unpacks to more than
 * `mostBytes`; adds to `warnings` what is not read or is hidden.
 */
export async function* readWorkbook(
  file: Buffer,
  mostColumns: number,
  warnings: string[] = [],
  mostBytes = MOST_BYTES,
): AsyncGenerator<SheetRow> {
  const parts = readZip(file, mostBytes)
  refuseActive(parts)
  const book = await xmlOf(parts, 'xl/workbook.xml')
  const [first, ...others] = visibleSheets(book)
  const sheet = first && parts.get(await sheetPart(parts, first.id))
  if (!sheet) throw broken()
  if (others.length > 0)
    warnings.push(
      `The workbook has ${others.length + 1} sheets: only the first, «${first.name}», is read; ${others.map(({ name }) => `«${name}»`).join(', ')} is left out.`,
    )
  const hidden = await hiddenColumns(sheet)
  if (hidden.length > 0) warnings.push(`Hidden columns are read like the others: ${hidden.map(columnName).join(', ')}.`)
  const forms = await formsOf(parts)
  const shared = await sharedStrings(parts)
  const is1904 = tagsIn(book, 'workbookPr').some(tag => /^(1|true)$/.test(attributeOf(tag, 'date1904') ?? ''))
  let rowNo = 0
  for await (const { attributes, body } of rowsOf(sheet)) {
    rowNo = Number(attributeOf(attributes, 'r') ?? rowNo + 1)
    const cells = cellsOf(body, { shared, forms, shift: is1904 ? 1462 : 0, mostColumns })
    if (cells.length > 0) yield { rowNo, cells }
  }
}

function refuseActive(parts: Map<string, ZipEntry>) {
  for (const name of parts.keys()) {
    if (/vbaProject|macrosheets|activeX/i.test(name)) {
      throw new SheetError('The workbook holds macros: save it as xlsx without macros.')
    }
    if (/externalLinks/i.test(name)) {
      throw new SheetError('The workbook refers to other files: paste the values only and save it again.')
    }
  }
}

async function sharedStrings(parts: Map<string, ZipEntry>): Promise<string[]> {
  const strings: string[] = []
  const entry = parts.get('xl/sharedStrings.xml')
  if (!entry) return strings
  for await (const { body } of elementsOf(entry, 'si', MOST_TEXTS)) strings.push(textIn(body))
  return strings
}

const rowsOf = (sheet: ZipEntry) => elementsOf(sheet, 'row', MOST_ROWS)
