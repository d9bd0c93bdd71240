import type { Field } from '../fields.ts'
import type { SheetCell } from './sheet-reading.ts'
import { fault, type Reading } from './sheet-reading.ts'
import { plainText } from './signs.ts'

/** The digits of a spreadsheet's number; undefined where it stores fewer digits than the number had. */
export function plainNumber(value: number): string | undefined {
  const text = String(Number(value.toPrecision(15)))
  return /e/.test(text) || Math.abs(value) >= 1e15 ? undefined : text
}

const INDIAN = /^[+-]?\d{1,2}(,\d{2})*,\d{3}(\.\d*)?$/
const WESTERN = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/

/** The digits of a number without the commas, spaces or apostrophes between its thousands, as in India or the West. */
export function withoutGroups(text: string): string {
  const commas = text.includes(',') ? text : text.replace(/(?<=\d)[ '](?=\d)/g, ',')
  return INDIAN.test(commas) || WESTERN.test(commas) ? commas.replaceAll(',', '') : text
}

/** Reads a number with the decimals of its field, its thousands grouped as in India or the West. */
export function readNumber(field: Field, cell: SheetCell): Reading {
  const scale = field.scale ?? 0
  const refused = fault(
    'TYPE',
    scale === 0 ? 'must be a whole number' : `must be a number with at most ${scale} decimals`,
  )
  const given = numberText(field, cell)
  if (given === undefined) return refused
  const parts = DECIMAL.exec(withoutGroups(given))
  const integerPart = parts?.[2] ?? ''
  const rest = (parts?.[3] ?? '').replace(/0+$/, '')
  if (!parts || (integerPart === '' && !parts[3]) || rest.length > scale) return refused
  const value = Number(`${parts[1]}${integerPart}${rest.padEnd(scale, '0')}`)
  return Number.isSafeInteger(value) ? { value: value + 0 || 0 } : fault('RANGE', 'is too large')
}

function numberText(field: Field, cell: SheetCell): string | undefined {
  if (typeof cell === 'number') return plainNumber(cell)
  if (typeof cell === 'object' && cell !== null && 'percent' in cell) {
    return plainNumber(field.unit === '%' ? cell.percent * 100 : cell.percent)
  }
  if (typeof cell !== 'string') return undefined
  const text = plainText(cell)
  if (field.unit === '%') return signed(text.replace(/\s*%$/, ''))
  if (field.balance) return balanceOf(text)
  return signed(field.unit === '₹' ? rupeesOf(text) : text)
}

/** The amount of a balance: with Dr behind it the customer owes it, with Cr it is owed to them. */
function balanceOf(text: string): string | undefined {
  const [, amount = text, side] = /^(.*\d.*?)\s*(dr|cr)\.?$/i.exec(text) ?? []
  const number = signed(rupeesOf(amount))
  if (!side) return number
  if (/^[+-]/.test(number)) return undefined
  return side.toLowerCase() === 'cr' ? `-${number}` : number
}

const CURRENCY = /^([+-]?)\s*(₹|Rs\.?|INR)\s*/i

/** The digits of rupees as people write them: `₹ 450`, `Rs. 450/-`, `(₹ 450)`. */
function rupeesOf(text: string): string {
  const bare = text.replace(/\s*\/[-=]+$/, '').replace(CURRENCY, '$1')
  return bare.replace(/^\(\s*(?:₹|Rs\.?|INR)\s*/i, '(').replace(/\s*\/[-=]+\)$/, ')')
}

/** A number with its sign in front: `(450)` of accounts and `450-` of SAP are -450. */
function signed(text: string): string {
  const [, bracketed, trailing] = /^(?:\(\s*(\d[\d,.' ]*?)\s*\)|(\d[\d,.' ]*?) ?-)$/.exec(text) ?? []
  return bracketed || trailing ? `-${bracketed ?? trailing}` : text
}
