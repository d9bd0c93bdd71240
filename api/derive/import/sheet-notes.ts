import { uniqueKeyOf } from '../../../resources/define/resource.ts'
import { cellText, isEmptyCell } from '../../../resources/define/sheet/sheet.ts'
import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import type { SheetLook } from '../../../resources/platform/imports/imports.ts'
import type { Sheet } from '../sheets/sheet-read.ts'
import type { StagedRows } from '../staging/staged-rows.ts'
import type { ImportPlan } from './import-plan.ts'

const TOTAL = /^((grand|sub|net|overall|page|closing)[\s-]*)?totals?(\s|:|$)/i
const SUM = /^=\s*(sum|subtotal|aggregate)\s*\(/i

const NAMED = 10
const READ_AT_ONCE = 1000

/** Says where the headings were found, where that is not the first row of the file. */
export function headingWarning({ heading, top }: Pick<Sheet, 'heading' | 'top'>): string[] {
  const { rowNo, rows } = heading
  if (rows === 1 && top[0]?.rowNo === rowNo) return []
  const where = rows === 1 ? `row ${rowNo}` : `rows ${rowNo} and ${rowNo + 1}`
  return [`The headings are read from ${where}${top[0]?.rowNo === rowNo ? '' : '; rows above are skipped'}.`]
}

/** Returns the numbers of the rows that look like totals of the others, with the word that shows it. */
export function totalRows({ resource, columns }: Pick<ImportPlan, 'resource' | 'columns'>, staged: StagedRows) {
  const key = columns
    .filter(({ name, part, required, reference }) => {
      const isOwn = !reference || part === reference.own
      return isOwn && required && uniqueKeyOf(resource).includes(name)
    })
    .map(({ index }) => index)
  const totals = new Map<number, string>()
  for (const rows of staged.sheetRows(READ_AT_ONCE)) {
    for (const { rowNo, cells } of rows) {
      const text = totalIn(cells, key)
      if (text !== undefined) totals.set(rowNo, text)
    }
  }
  return totals
}

/** Returns the rows that look like totals as their sender is shown them. */
export const namedTotals = (totals: ReadonlyMap<number, string>) => ({
  count: totals.size,
  named: [...totals].slice(0, NAMED).map(([rowNo, text]) => ({ rowNo, text })),
})

/** Returns the rows that the workbook hides as their sender is shown them. */
export const namedHidden = (rowNos: readonly number[]): NonNullable<SheetLook['hidden']> => ({
  count: rowNos.length,
  named: [...rowNos.slice(0, NAMED)],
})

/** Says which rows the workbook hides, and what becomes of them. */
export function hiddenWarning(rowNos: readonly number[], leftOut = false): string[] {
  const { count, named } = namedHidden(rowNos)
  if (count === 0) return []
  const numbers = named.join(', ') + (count > NAMED ? ' and more' : '')
  const subject = count === 1 ? `One hidden row was` : `${count} hidden rows were`
  return [`${subject} ${leftOut ? 'left out' : 'read like the others'}: ${numbers}.`]
}

/** Says which rows look like totals, and what becomes of them. */
export function totalsWarning(totals: ReadonlyMap<number, string>, leftOut = false): string[] {
  if (totals.size === 0) return []
  const { count, named } = namedTotals(totals)
  const numbers = named.map(({ rowNo }) => rowNo).join(', ') + (count > NAMED ? ' and more' : '')
  const subject = count === 1 ? `Row ${numbers} is a total` : `Rows ${numbers} are totals`
  return [`${subject} of the others and ${count === 1 ? 'was' : 'were'} ${leftOut ? 'left out' : 'read like them'}.`]
}

/**
 * Returns the word that shows a row to be a total of the others: `Grand Total`, or the formula of a sum. Undefined for
 * every row with values of its own in the columns of the key.
 */
function totalIn(cells: readonly SheetCell[], key: readonly number[]): string | undefined {
  const isTotal = (cell: SheetCell | undefined) => typeof cell === 'string' && TOTAL.test(cell.trim())
  if (!key.every(index => isEmptyCell(cells[index]) || isTotal(cells[index]))) return undefined
  const totalCell = cells.find(isTotal) ?? cells.find(cell => SUM.test(cellText(cell)))
  return totalCell === undefined ? undefined : cellText(totalCell).trim().slice(0, 60)
}
