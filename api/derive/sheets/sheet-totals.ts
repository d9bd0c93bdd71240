import { cellText, isEmptyCell } from '../../../resources/define/sheet/sheet.ts'
import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'

const TOTAL = /^((grand|sub|net|overall|page|closing)[\s-]*)?totals?(\s|:|$)/i
const SUM = /^=\s*(sum|subtotal|aggregate)\s*\(/i

/**
 * Returns the word that shows a row to be a total of the others: `Grand Total`, or the formula of a sum. Undefined for
 * every row with values of its own in the columns of the key.
 */
export function totalIn(cells: readonly SheetCell[], key: readonly number[]): string | undefined {
  const isTotal = (cell: SheetCell | undefined) => typeof cell === 'string' && TOTAL.test(cell.trim())
  if (!key.every(index => isEmptyCell(cells[index]) || isTotal(cells[index]))) return undefined
  const totalCell = cells.find(isTotal) ?? cells.find(cell => SUM.test(cellText(cell)))
  return totalCell === undefined ? undefined : cellText(totalCell).trim().slice(0, 60)
}
