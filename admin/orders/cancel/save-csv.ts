import { csvLine, withoutFormula } from '../../../resources/define/sheet/sheet-cell.ts'

/**
 * Downloads rows of cells as a CSV file that every spreadsheet program reads; cells that look like formulas are
 * escaped.
 */
export function saveCsv(name: string, lines: readonly (readonly string[])[]) {
  const link = document.createElement('a')
  const text = `\ufeff${lines.map(cells => csvLine(cells.map(withoutFormula))).join('')}`
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
