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

const isTotals = (row: readonly SheetCell[]) =>
  row.some(cell => typeof cell === 'object' && cell !== null && 'formula' in cell)

/**
 * The rows of a workbook as shown, headings first, in the columns of a CSV file with these headings: the code and the name
 * of a row stand in two columns there, and the last row holds the totals.
 */
export function asOneColumnEach(sheet: readonly (readonly SheetCell[])[], headings: readonly string[]): SheetCell[][] {
  const [heads = [], ...rows] = sheet
  let next = 0
  const places = headings.map(heading => {
    const at = next
    next += heads[at] !== heading && heads[at + 1] === `${heading} name` ? 2 : 1
    return { at, isSplit: next - at === 2 }
  })
  const cellOf = (row: readonly SheetCell[], { at, isSplit }: (typeof places)[number]): SheetCell =>
    isSplit ? [row[at], row[at + 1]].filter(Boolean).join(' · ') || null : (row[at] ?? null)
  return [
    places.map(({ at, isSplit }, index) => (isSplit ? headings[index]! : (heads[at] ?? null))),
    ...rows.filter(row => !isTotals(row)).map(row => places.map(place => cellOf(row, place))),
  ]
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
