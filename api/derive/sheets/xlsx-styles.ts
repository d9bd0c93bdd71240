import type { Field } from '../../../resources/define/fields.ts'
import type { SheetCell } from '../../../resources/define/sheet/sheet-reading.ts'
import { MAIN_NAMESPACE } from './xlsx-markup.ts'

/** How the cells of a column look: text stays text when it is edited, amounts have two decimals, quantities three. */
export type ColumnLook = 'plain' | 'text' | 'money' | 'percent' | 'quantity' | 'whole' | 'day' | 'instant'

/** A cell value that can be written, unlike formulas and percentages. */
export type WritableCell = Exclude<SheetCell, { formula: string } | { percent: number }>

/** A column of a sheet. */
export interface SheetHead {
  heading: string
  look?: ColumnLook | undefined
  /** The last row adds it up. */
  summed?: boolean
}

/** Returns how a column with the values of a field looks. */
export function lookOf({ kind, unit, scale = 0 }: Field): ColumnLook {
  if (kind === 'date') return 'day'
  if (kind === 'instant') return 'instant'
  if (kind === 'flag') return 'plain'
  if (kind !== 'number') return 'text'
  if (unit === '₹' && scale === 2) return 'money'
  return scale === 0 ? 'whole' : scale === 2 ? 'percent' : scale === 3 ? 'quantity' : 'plain'
}

/** The number of the style of a cell, by the look of its column. */
export const CELL: Readonly<Record<ColumnLook, number>> = {
  ...{ plain: 0, day: 1, text: 6, money: 7, percent: 8, quantity: 9, whole: 10, instant: 11 },
}
/** The same in the row of totals. */
export const TOTAL: Readonly<Partial<Record<ColumnLook, number>>> = { money: 12, percent: 13, quantity: 14, whole: 15 }
export const HEAD = 2
export const REQUIRED_HEAD = 3
export const EXAMPLE = 4
export const EXAMPLE_DAY = 5

const DAY = 164
const QUANTITY = 165
const INSTANT = 166
/** Formats that every spreadsheet has: 0, 0.00, #,##0.00 with the grouping of its country, and text. */
const [WHOLE, PERCENT, MONEY, TEXT] = [1, 2, 4, 49]

const xf = (font: number, format = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0"${format ? ' applyNumberFormat="1"' : ''}${font ? ' applyFont="1"' : ''}/>`
const required = '<xf fontId="2" fillId="2" borderId="0" applyFont="1" applyFill="1"/>'
/** In the order of the numbers above. */
const cellXfs = [
  ...[xf(0), xf(0, DAY), xf(1), required, xf(3, TEXT), xf(3, DAY)],
  ...[xf(0, TEXT), xf(0, MONEY), xf(0, PERCENT), xf(0, QUANTITY), xf(0, WHOLE), xf(0, INSTANT)],
  ...[xf(1, MONEY), xf(1, PERCENT), xf(1, QUANTITY), xf(1, WHOLE)],
]

export const styles = `<styleSheet xmlns="${MAIN_NAMESPACE}"><numFmts count="3"><numFmt numFmtId="${DAY}" formatCode="dd\\-mm\\-yyyy"/><numFmt numFmtId="${QUANTITY}" formatCode="#,##0.000"/><numFmt numFmtId="${INSTANT}" formatCode="dd\\-mm\\-yyyy\\ hh:mm"/></numFmts>
<fonts count="4"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font><font><i/><sz val="11"/><color rgb="FF777777"/><name val="Calibri"/></font></fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF503291"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs>
<cellXfs count="${cellXfs.length}">${cellXfs.join('')}</cellXfs></styleSheet>`
