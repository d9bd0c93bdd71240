/** Parses words of a message: codes, quantities with their units, and the rest. */
import { formatProblem, isCas, normalise } from '../../define/formats.ts'
import { errorIn, isShortened } from '../../define/sheet/damage.ts'
import { withoutGroups } from '../../define/sheet/sheet-number.ts'
import { type Unit, unitOf } from './units.ts'

/** As many digits before the point as a quantity of `dec(13,3)` has. */
const LARGEST = 9_999_999_999_999
const CODE_LENGTH = 40

/** A text that may be a product code; capital letters. */
export function parseCode(cell: string): string | null {
  const code = normalise('code', cell)
  return code.length <= CODE_LENGTH && !formatProblem('code', code) && !isShortened(code) ? code : null
}

/** A CAS number, the word CAS before it or not. */
export function parseCas(cell: string): string | null {
  const cas = cell.replace(/^cas[\s#:.]*(?:no\.?|number)?[\s#:.]*/i, '').trim()
  return /^\d{2,7}-\d{2}-\d$/.test(cas) && isCas(cas) ? cas : null
}

/** `1,000`, `1 000`, `1,00,000`, `12.5` in thousandths; null for what is no quantity above 0 with at most 3 decimals. */
export function parseQuantity(cell: string): number | null {
  const match = /^(\d+)(?:\.(\d{1,3})0*)?$/.exec(withoutGroups(cell))
  if (!match) return null
  const qty = Number(match[1]! + (match[2] ?? '').padEnd(3, '0'))
  return qty > 0 && qty <= LARGEST ? qty : null
}

interface Amount {
  qty: number
  unit: Unit | null
}

/** A cell that is only a quantity, a unit behind it or not: `5`, `1,000 kg`, `3 Nos.`. */
export function parseAmount(cell: string): Amount | null {
  const [, number, word] = /^([\d., ']*\d)\s*([a-z]+\.?)?$/i.exec(cell.trim()) ?? []
  const qty = number === undefined ? null : parseQuantity(number)
  const unit = word === undefined ? null : unitOf(word)
  return qty === null || unit === undefined ? null : { qty, unit }
}

/** What a spreadsheet did to a cell before it was copied, as a sentence; null for a sound one. */
export function damageOf(cell: string): string | null {
  if (isShortened(cell)) return `A spreadsheet shortened “${cell}”: enter it in full`
  return errorIn(cell) ? `“${cell}” is an error of a spreadsheet: enter the value` : null
}

/** Whether a word of a sentence looks like a product code: letters or dashes with digits among them, or many digits. */
export const isCodeLike = (word: string) =>
  word.length >= 4 &&
  /\d/.test(word) &&
  parseCode(word) !== null &&
  (/[a-z]/i.test(word) ? /^[a-z]+[-_/.]?\d[\w./-]*$/i.test(word) || /-/.test(word) : /^\d{5,}$|^\d+-[\d-]+$/.test(word))
