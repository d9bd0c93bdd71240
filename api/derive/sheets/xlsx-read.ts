import { SheetError } from './sheet-error.ts'
import { isTrue, numberFormats, rowReader, type SheetRow } from './xlsx-cells.ts'
import { columnName, LISTS_SHEET } from './xlsx-markup.ts'
import { readWholeXml, readXml, unescapeXml, unreadableWorkbook, type XmlReader } from './xlsx-xml.ts'
import { readZip, type ZipEntry } from './zip-read.ts'

const MOST_TEXTS = 1_000_000

/** Reads the shared texts of a workbook, without their phonetic spelling. */
async function sharedTexts(entry: ZipEntry | undefined): Promise<string[]> {
  const texts: string[] = []
  let current = ''
  let inText = false
  let pronounced = false
  await readWholeXml(entry, {
    open(name) {
      if (name === 't') inText = !pronounced
      else if (name === 'rPh') pronounced = true
      else if (name === 'si') current = ''
    },
    text(text) {
      if (inText) current += text
    },
    close(name) {
      inText = false
      if (name === 'rPh') pronounced = false
      if (name !== 'si') return
      if (texts.push(unescapeXml(current)) > MOST_TEXTS)
        throw new SheetError(`The file holds more than ${MOST_TEXTS.toLocaleString('en-IN')} texts.`)
    },
  })
  return texts
}

export type { SheetRow }

/** The most bytes a workbook may unpack to; a sheet of 500,000 rows and 20 columns takes about 500 MB. */
const MOST_BYTES = 600_000_000
/** A file that unpacks to no more than this may be packed as tightly as it likes. */
const ALWAYS_BYTES = 120_000_000
/** How many times its size a larger workbook may unpack to; real sheets take about fifteen. */
const MOST_TIMES = 40
/** The most rows of a sheet, empty ones included: the limit of spreadsheets. */
const MOST_ROWS = 1_048_576
/** The longest XML of one row. */
const LONGEST_ROW = 2_000_000

/**
 * Yields the rows of the first sheet of a workbook that have values. Cells with formulas are returned as such. Throws
 * SheetError for macros, links to other files, entities, more than `mostColumns` columns, and more than `mostBytes`
 * unpacked; adds to `warnings` what is not read or is hidden.
 */
export async function* readWorkbook(
  file: Buffer,
  mostColumns: number,
  warnings: string[] = [],
  mostBytes = Math.min(MOST_BYTES, Math.max(ALWAYS_BYTES, file.length * MOST_TIMES)),
): AsyncGenerator<SheetRow> {
  const parts = readZip(file, mostBytes)
  refuseActive(parts)
  const { sheets, hiddenSheets, is1904 } = await readWorkbookProperties(parts)
  const [first, ...others] = sheets
  const sheet = first && parts.get(await sheetPart(parts, first.id))
  if (!sheet) throw unreadableWorkbook()
  if (others.length > 0)
    warnings.push(
      `The workbook has ${others.length + 1} sheets: only the first, “${first.name}”, is read; ${others.map(({ name }) => `“${name}”`).join(', ')} is left out.`,
    )
  if (hiddenSheets.length > 0) {
    const names = hiddenSheets.map(name => `“${name}”`).join(', ')
    warnings.push(
      hiddenSheets.length === 1
        ? `The hidden sheet ${names} is not read: show it and make it the first if its rows are meant.`
        : `${hiddenSheets.length} hidden sheets are not read: ${names}. Show the one whose rows are meant and make it the first.`,
    )
  }
  const shared = await sharedTexts(parts.get('xl/sharedStrings.xml'))
  const forms = await numberFormats(parts)
  let sheetRows: SheetRow[] = []
  let count = 0
  let length = 0
  const rows = rowReader({ shared, numberFormats: forms, shift: is1904 ? 1462 : 0, maxColumns: mostColumns }, row => {
    if (++count > MOST_ROWS) throw new SheetError(`The file holds more than ${MOST_ROWS.toLocaleString('en-IN')} rows.`)
    length = 0
    sheetRows.push(row)
  })
  for await (const read of readXml(sheet, withHidden(rows, warnings))) {
    length += read
    if (length > LONGEST_ROW) throw new SheetError('One row of the sheet is far too long: save the file again as CSV.')
    const complete = sheetRows
    sheetRows = []
    for (const row of complete) if (row.cells.length > 0) yield row
  }
}

/** Adds a warning for hidden columns, which the sheet's XML lists before its rows. */
function withHidden(rows: XmlReader, warnings: string[]): XmlReader {
  const hidden: number[] = []
  return {
    ...rows,
    open(name, attributes) {
      if (name === 'col') hidden.push(...hiddenColumns(attributes))
      else if (name === 'sheetData' && hidden.length > 0)
        warnings.push(`Hidden columns are read like the others: ${hidden.map(columnName).join(', ')}.`)
      else rows.open(name, attributes)
    },
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

/** The properties of a workbook. */
interface WorkbookProperties {
  /** The visible sheets, in order. */
  sheets: { id: string; name: string }[]
  /** The names of the hidden ones that a person made; the portal's own hidden sheet of lists is none. */
  hiddenSheets: string[]
  /** Whether its dates count from 1904. */
  is1904: boolean
}

/** Reads the visible sheets of a workbook and its date system. */
async function readWorkbookProperties(parts: Map<string, ZipEntry>): Promise<WorkbookProperties> {
  const book: WorkbookProperties = { sheets: [], hiddenSheets: [], is1904: false }
  await readWholeXml(parts.get('xl/workbook.xml'), {
    open(name, attributes) {
      const { state, 'r:id': id } = attributes
      if (name === 'workbookPr') book.is1904 ||= isTrue(attributes.date1904)
      else if (name === 'sheet' && id) {
        const sheet = unescapeXml(attributes.name ?? '')
        if (state !== 'hidden' && state !== 'veryHidden') book.sheets.push({ id, name: sheet })
        else if (sheet !== LISTS_SHEET) book.hiddenSheets.push(sheet)
      }
    },
  })
  return book
}

/** Returns the name of the archive part that holds a sheet. */
async function sheetPart(parts: Map<string, ZipEntry>, id: string): Promise<string> {
  let target: string | undefined
  await readWholeXml(parts.get('xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      if (name === 'Relationship' && attributes.Id === id) target ??= attributes.Target
    },
  })
  if (!target) throw unreadableWorkbook()
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

/** Returns the indexes of the columns that a `col` element hides. */
function hiddenColumns({ hidden, min, max }: Record<string, string>): number[] {
  const [from, to] = [Number(min), Number(max)]
  // A range to the end of the sheet hides only empty columns.
  if (!isTrue(hidden) || !(to - from < 200)) return []
  return Array.from({ length: to - from + 1 }, (_, index) => from - 1 + index)
}
