import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import { SheetError } from './sheet-error.ts'
import { readWholeXml, unescapeXml, type XmlReader } from './xlsx-xml.ts'
import type { ZipEntry } from './zip-read.ts'

/** The longest number format that a spreadsheet accepts. */
const LONGEST_CODE = 255

/** What is needed to read cells: the workbook's shared texts, number formats and date offset, and the most columns. */
interface CellContext {
  shared: string[]
  numberFormats: NumberFormat[]
  shift: number
  maxColumns: number
}

/** One row of a sheet. */
export interface SheetRow {
  /** The row's number as the spreadsheet shows it. */
  rowNo: number
  cells: SheetCell[]
  /** Whether the workbook hides it: by a filter, by hand or in a closed group. */
  hidden?: boolean
}

/** A cell as in its XML, before its number is interpreted. */
interface RawCell {
  column: number
  type: string | undefined
  style: string | undefined
  formula: string | undefined
  value: string | undefined
  text: string
}

/** A row is hidden as such, or by a height of nothing. */
const isHidden = ({ hidden, ht }: Record<string, string>) => isTrue(hidden) || (ht !== undefined && Number(ht) === 0)

export const isTrue = (value: string | undefined) => value === '1' || value === 'true'

/** Returns a reader of the sheet's XML; `take` is called at the end of each row. */
export function rowReader(reading: CellContext, onRow: (row: SheetRow) => void): XmlReader {
  let row: SheetRow = { rowNo: 0, cells: [] }
  let column = -1
  let cell: RawCell | undefined
  let inside: 'f' | 'v' | 't' | undefined
  let pronounced = false

  return {
    open(name, attributes) {
      if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r)
        cell = { column, type: attributes.t, style: attributes.s, formula: undefined, value: undefined, text: '' }
      } else if (name === 'row') {
        row = { rowNo: Number(attributes.r ?? row.rowNo + 1), cells: [], ...(isHidden(attributes) && { hidden: true }) }
        column = -1
      } else if (!cell) return
      else if (name === 'v') {
        inside = cell.value === undefined ? 'v' : undefined
        cell.value ??= ''
      } else if (name === 't') inside = pronounced ? undefined : 't'
      else if (name === 'f') {
        inside = 'f'
        cell.formula ??= ''
      } else if (name === 'rPh') pronounced = true
    },
    text(text) {
      if (!cell || !inside) return
      if (inside === 'v') cell.value += text
      else if (inside === 't') cell.text += text
      else cell.formula += text
    },
    close(name) {
      inside = undefined
      if (name === 'rPh') pronounced = false
      else if (name === 'row') onRow(row)
      else if (name === 'c' && cell) {
        put(row.cells, cell, reading)
        cell = undefined
      }
    },
  }
}

function put(cells: SheetCell[], raw: RawCell, reading: CellContext) {
  const cell = cellOf(raw, reading)
  if (cell === null) return
  if (raw.column >= reading.maxColumns) throw new SheetError(`The sheet has more than ${reading.maxColumns} columns.`)
  while (cells.length < raw.column) cells.push(null)
  cells[raw.column] = cell
}

function cellOf(
  { type, style, formula, value, text }: RawCell,
  { shared, numberFormats: forms, shift }: CellContext,
): SheetCell {
  if (formula !== undefined) return { formula: `=${unescapeXml(formula)}` }
  if (type === 'inlineStr') return unescapeXml(text)
  if (value === undefined || value === '') return null
  if (type === 's') return shared[Number(value)] ?? null
  if (type === 'e') return { formula: value }
  if (type === 'str' || type === 'd') return unescapeXml(value)
  if (type === 'b') return value === '1'
  const number = Number(value)
  const form = forms[Number(style ?? 0)]
  if (form === 'date') return { serial: number + shift }
  return form === 'percent' ? { percent: number } : number
}

const A = 64

/** Returns the column index of a cell such as `AB12`, from 0. */
function columnOf(reference: string): number {
  let column = 0
  for (let index = 0; index < 4; index++) {
    const letter = reference.charCodeAt(index) - A
    if (!(letter >= 1 && letter <= 26)) break
    column = column * 26 + letter
  }
  return column - 1
}

/** How the number of a cell is formatted, where it is not a plain number. */
type NumberFormat = 'date' | 'percent' | undefined

/** Returns for each cell style whether it formats a number as a date or in per cent. */
export async function numberFormats(parts: Map<string, ZipEntry>): Promise<NumberFormat[]> {
  const formatCodes = new Map<string, string>()
  const ids: string[] = []
  let ofCells = false
  await readWholeXml(parts.get('xl/styles.xml'), {
    open(name, attributes) {
      if (name === 'numFmt') formatCodes.set(attributes.numFmtId ?? '', unescapeXml(attributes.formatCode ?? ''))
      else if (name === 'cellXfs') ofCells = true
      else if (name === 'xf' && ofCells) ids.push(attributes.numFmtId ?? '0')
    },
    close(name) {
      if (name === 'cellXfs') ofCells = false
    },
  })
  return ids.map(id => formOf(id, formatCodes))
}

function formOf(id: string, formatCodes: Map<string, string>): NumberFormat {
  const number = Number(id)
  if (number === 9 || number === 10) return 'percent'
  if ((number >= 14 && number <= 22) || (number >= 45 && number <= 47)) return 'date'
  const code = (formatCodes.get(id) ?? '').slice(0, LONGEST_CODE).replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
  if (code.includes('%')) return 'percent'
  return /[dmyh]/i.test(code) && !/general/i.test(code) ? 'date' : undefined
}
