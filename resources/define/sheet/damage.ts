/** What a spreadsheet does to a value that it takes for a number, or cannot work out. */
import type { ColumnWriting, SheetCell } from './sheet-reading.ts'
import { plainText } from './signs.ts'

/** A number that a spreadsheet shows by a power of ten; a code such as 12E5 is none. */
const POWER = /^[+-]?(?:\d+(?:[.,]\d+)?E\+\d+|\d+[.,]\d+E-?\d+)$/i
/** A spreadsheet keeps 15 digits of a number and puts zeros in place of the others. */
const CUT = /^0*[1-9]\d{14}0+$/
/** So many zeros behind the 15 digits that hardly a number ends in them by itself. */
const SURELY_CUT = /^0*[1-9]\d{14}0{3,}$/

/** Whether a spreadsheet took digits off a number that was a text: by a power of ten, or behind the fifteenth. */
export const isShortened = (text: string, { hasLongNumbers = false }: ColumnWriting = {}): boolean =>
  POWER.test(text) || (hasLongNumbers ? SURELY_CUT : CUT).test(text)

/** Whether a number has more digits than a spreadsheet keeps, so that none shortened the numbers beside it. */
export const isLongNumber = (text: string): boolean => /^0*[1-9]\d{15,}$/.test(text) && !CUT.test(text)

/** The error of a formula as a spreadsheet writes it into a text file, in English or German; ### is a column too narrow. */
const ERROR = /^(?:#(?:N\/A|NV|DIV\/0!|GETTING_DATA|[A-ZÄÖÜ_]+[!?]|##+)|Err:\d{3})$/i

/** The error that a cell holds in place of a value, else undefined. */
export const errorIn = (cell: SheetCell | undefined): string | undefined =>
  typeof cell === 'string' && /^\W*(?:#|err:)/i.test(cell) && ERROR.test(plainText(cell)) ? plainText(cell) : undefined
