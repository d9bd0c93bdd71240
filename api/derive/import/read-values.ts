import { errorIn } from '../../../resources/define/sheet/damage.ts'
import { cellText, formulaFault, isEmptyCell, readCell } from '../../../resources/define/sheet/sheet.ts'
import { SHEET_ACTIONS, type SheetAction } from '../export/sheet-columns.ts'
import type { StagedRows } from '../staging/staged-rows.ts'
import { cellIn, type ImportPlan } from './import-plan.ts'
import type { ImportRow } from './import-row.ts'

const READ_AT_ONCE = 1000

/** Returns the codes of the file's own rows, where rows of this resource may refer to each other by one code. */
export function ownCodes({ resource, columns }: ImportPlan, staged: StagedRows): Set<string> {
  const canRefer = columns.some(({ reference }) => reference?.target === resource)
  const column = columns.find(
    ({ name, reference }) => resource.key.length === 1 && name === resource.key[0] && !reference,
  )
  if (!canRefer || !column) return new Set()
  const codes = new Set<string>()
  for (const rows of staged.sheetRows(READ_AT_ONCE)) {
    for (const { cells } of rows) {
      const reading = readCell(column.cellField, cells[column.index] ?? null, column.writing)
      if ('value' in reading && reading.value !== null) codes.add(String(reading.value).toLowerCase())
    }
  }
  return codes
}

/** Returns the action of a row; refuses an unknown one. */
export function readAction({ action }: ImportPlan, row: ImportRow): SheetAction {
  if (action === undefined || isEmptyCell(row.cells[action])) return 'UPSERT'
  const word = cellText(row.cells[action])
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_')
  const known = SHEET_ACTIONS.find(name => name === word)
  if (!known) row.refuse('', 'ENUM', 'Action must be UPSERT, END_DATE or DEACTIVATE', 'action')
  row.action = known ?? 'UPSERT'
  return row.action
}

/** Reads the cells of every column except references. A formula or an error in any cell refuses the row. */
export function readValues({ columns, headings }: ImportPlan, row: ImportRow) {
  const columnIndexes = new Set(columns.map(({ index }) => index))
  row.cells.forEach((cell, index) => {
    if (columnIndexes.has(index)) return
    const isFormula = typeof cell === 'object' && cell !== null && 'formula' in cell
    const formula = isFormula ? cell.formula : errorIn(cell)
    const heading = headings[index] || `Column ${index + 1}`
    if (formula)
      row.refuse('', isFormula ? 'FORMULA_NOT_ALLOWED' : 'TYPE', `${heading} ${formulaFault(formula)}`, heading)
  })
  for (const column of columns) {
    const { name, field, fileHeading: written, reference, writing } = column
    if (reference) continue
    const reading = readCell(field, cellIn(row, column), writing)
    if ('value' in reading) row.values[name] = reading.value
    else row.refuse(name, reading.fault[0], `${written} ${reading.fault[1]}`, written)
  }
}

const INACTIVE_WORDS = new Set(['no', 'n', 'false', '0', 'inactive'])

/** Whether the file marks a row as inactive, as an export of inactive rows does. */
export const isMarkedInactive = ({ active }: ImportPlan, { cells }: ImportRow) =>
  active !== undefined && INACTIVE_WORDS.has(cellText(cells[active]).trim().toLowerCase())
