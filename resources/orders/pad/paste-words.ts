/** Parses words of a message: codes, quantities with their units, and the rest. */
import { formatProblem, isCas, normalise } from '../../define/formats.ts'
import { type Unit, unitOf } from './units.ts'

/** As many digits before the point as a quantity of `dec(13,3)` has. */
const LARGEST = 9_999_999_999_999
const CODE_LENGTH = 40

/** A text that may be a product code; capital letters. */
export function parseCode(cell: string): string | null {
  const code = normalise('code', cell)
  return code.length <= CODE_LENGTH && !formatProblem('code', code) ? code : null
}

/** A CAS number, the word CAS before it or not. */
export function parseCas(cell: string): string | null {
  const cas = cell.replace(/^cas[\s#:.]*(?:no\.?|number)?[\s#:.]*/i, '').trim()
  return /^\d{2,7}-\d{2}-\d$/.test(cas) && isCas(cas) ? cas : null
}

/** `1,000`, `1,00,000`, `12.5` in thousandths; null for what is no quantity above 0 with at most 3 decimals. */
export function parseQuantity(cell: string): number | null {
  const match = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,3})0*)?$/.exec(cell)
  if (!match) return null
  const digits = match[1]!.replaceAll(',', '') + (match[2] ?? '').padEnd(3, '0')
  const qty = Number(digits)
  return qty > 0 && qty <= LARGEST ? qty : null
}

interface Amount {
  qty: number
  unit: Unit | null
}

/** A cell that is only a quantity, a unit behind it or not: `5`, `1,000 kg`, `3 Nos.`. */
export function parseAmount(cell: string): Amount | null {
  const [, number, word] = /^([\d.,]*\d)\s*([a-z]+\.?)?$/i.exec(cell.trim()) ?? []
  const qty = number === undefined ? null : parseQuantity(number)
  const unit = word === undefined ? null : unitOf(word)
  return qty === null || unit === undefined ? null : { qty, unit }
}

/** Whether a word of a sentence looks like a product code: letters or dashes with digits among them, or many digits. */
export const isCodeLike = (word: string) =>
  word.length >= 4 &&
  /\d/.test(word) &&
  parseCode(word) !== null &&
  (/[a-z]/i.test(word) ? /^[a-z]+[-_/.]?\d[\w./-]*$/i.test(word) || /-/.test(word) : /^\d{5,}$|^\d+-[\d-]+$/.test(word))
