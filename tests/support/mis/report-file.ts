import { parse } from 'csv-parse/sync'
import { readWorkbook } from '../../../api/derive/sheets/xlsx-read.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { cellText } from '../../../resources/define/sheet/sheet.ts'
import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'

/** The lines of a CSV file of a report, headings first, above what the file says of itself. */
export function linesOfCsv(file: unknown): string[][] {
  const [sheet] = String(file)
    .replace('\ufeff', '')
    .split(/\r\n(?=Report,)/)
  const lines: string[][] = parse(sheet!, { relax_column_count: true })
  return lines.map(cells => cells.map(cell => cell.replace(/^'(?='*[=+\-@\t\r\n])/, '')))
}

/** The rows of a workbook of a report, headings first, above what the file says of itself. */
export async function rowsOfWorkbook(file: Buffer): Promise<SheetCell[][]> {
  const rows = (await Array.fromAsync(readWorkbook(file, 200, []))).map(({ cells }) => cells)
  const about = rows.findIndex(([first]) => first === 'Report')
  return about < 0 ? rows : rows.slice(0, about)
}

/** A cell of a workbook as a CSV file says it; numbers stand there as numbers, days as days, and flags as TRUE and FALSE. */
export function asInCsv({ kind, scale = 0 }: Field, cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (kind === 'flag') return typeof cell === 'boolean' ? (cell ? 'Yes' : 'No') : `not a flag: ${cellText(cell)}`
  if (kind !== 'number') return cellText(cell)
  if (typeof cell !== 'number') return `not a number: ${cellText(cell)}`
  const text = cell.toFixed(scale)
  return scale > 2 ? text.replace(/\.?0+$/, '') : text
}
