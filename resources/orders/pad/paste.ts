import { tidyText } from '../../define/sheet/signs.ts'
import { hasSeparator, messageText, rowsOfText, splitCells, withPlainSpaces } from './paste-cells.ts'
import { type ColumnMeaning, ignoredHeadings, readHeading } from './paste-headings.ts'
import { readSentence } from './paste-sentence.ts'
import { damageOf, parseAmount, parseCas, parseCode, parseQuantity } from './paste-words.ts'
import { type Unit, unitOf } from './units.ts'

/** A pasted row as it was understood; `row` counts from 1, `qty` is in thousandths, `words` is what may be a name. */
export interface PastedRow {
  row: number
  text: string
  code: string | null
  cas: string | null
  words: string
  qty: number | null
  unit: Unit | null
  /** Why a person must check it; null where it can be read recognised. */
  doubt: string | null
}

/** The result of reading pasted text: its rows, their heading, and the ignored columns. */
interface Pasted {
  rows: PastedRow[]
  heading: { row: number; text: string; unread: string[] } | null
}

type Read = Omit<PastedRow, 'row' | 'text'>

/** A heading is among the first rows, or there is none. */
const HEAD_ROWS = 8

/**
 * Reads products and quantities out of pasted text: a block of a sheet with or without a heading, a list, an e-mail, a
 * message. Every row with text in it is returned, or is the heading: nothing is dropped or guessed silently.
 */
export function readPasted(text: string): Pasted {
  const all = rowsOfText(text)
  const texts = all.map(({ text }) => messageText(withPlainSpaces(text)))
  const cells = texts.map(cellsOf)
  const at = cells.slice(0, HEAD_ROWS).findIndex(row => row !== undefined && readHeading(row) !== undefined)
  const meanings = at < 0 ? undefined : readHeading(cells[at]!)
  const rows = all.flatMap(({ row, text }, index) => {
    if (index === at) return []
    const own = cells[index]
    const read =
      meanings && index > at && own && own.length > 1 ? underHeading(own, meanings) : readRow(texts[index]!, own)
    return [{ row, text, ...read, doubt: read.doubt ?? dashDoubt(text, read.code) }]
  })
  const heading = at < 0 ? null : { ...all[at]!, unread: ignoredHeadings(cells[at]!, meanings!) }
  return { rows, heading }
}

/** The cells of a row; undefined where a quotation mark stays open. */
function cellsOf(text: string): string[] | undefined {
  for (const separator of ['\t', ';']) if (hasSeparator(text, separator)) return splitCells(text, separator)
  const spaced = text.trim().split(/ +/)
  // No code holds a space, so a comma after one groups the digits of the quantity.
  if (spaced.length === 2 && parseCode(spaced[0]!) !== null && parseQuantity(spaced[1]!) !== null) return spaced
  return hasSeparator(text, ',') ? splitCells(text, ',') : splitCells(text.trim(), '\n')
}

const nothing: Read = { code: null, cas: null, words: '', qty: null, unit: null, doubt: null }

function underHeading(cells: readonly string[], meanings: readonly (ColumnMeaning | null)[]): Read {
  const cell = (meaning: ColumnMeaning) => cells[meanings.indexOf(meaning)]?.trim() ?? ''
  const amount = parseAmount(cell('qty'))
  const unit = unitOf(cell('unit')) ?? amount?.unit ?? null
  const code = cell('code') === '' ? null : parseCode(cell('code'))
  const words = [cell('name'), code === null ? cell('code') : ''].filter(Boolean).join(' ')
  const read = { code, cas: parseCas(cell('cas')), words, qty: amount?.qty ?? null, unit }
  return {
    ...read,
    doubt: damageIn(meanings.flatMap((meaning, at) => (meaning && cells[at]) || [])) ?? doubtOf(read, cell('qty')),
  }
}

/** A row without a heading: cells whose meaning is evident, else a sentence. */
function readRow(text: string, cells: string[] | undefined): Read {
  if (!cells) return { ...nothing, words: text.trim(), doubt: 'A quotation mark is not closed' }
  const filled = cells.filter(cell => cell !== '')
  const damage = damageIn(filled.flatMap(cell => cell.split(/\s+/)))
  if (damage) return { ...nothing, words: filled.join(' '), doubt: damage }
  if (filled.length === 1) return readSentence(filled[0]!)
  const own = /[\t;]/.test(text) && filled.length > 2 && /^\d{1,3}[.)]?$/.test(filled[0]!) ? filled.slice(1) : filled
  const [first = '', ...rest] = own
  const code = parseCas(first) === null ? parseCode(first) : null
  const amounts = rest.flatMap(cell => parseAmount(cell) ?? [])
  const others = rest.filter(cell => parseAmount(cell) === null)
  const codes = { code, cas: parseCas(first) ?? others.flatMap(cell => parseCas(cell) ?? [])[0] ?? null }
  const words = [code === null && codes.cas === null ? first : '', ...others].filter(Boolean).join(' ')
  // A comma between words belongs to a sentence.
  if (code === null && !/[\t;]/.test(text)) return readSentence(text.trim())
  const unit = amounts[0]?.unit ?? others.map(unitOf).find(Boolean) ?? null
  const read = { ...codes, words: words.trim(), qty: amounts[0]?.qty ?? null, unit }
  if (amounts.length > 1) return { ...read, doubt: 'There is more than a code and a quantity' }
  return { ...read, doubt: doubtOf(read, rest.find(cell => /\d/.test(cell)) ?? rest[0] ?? '') }
}

/** In a message a long dash may part two words as well as belong to a code, so a code is not taken for it silently. */
const dashDoubt = (text: string, code: string | null) =>
  code !== null && /[\u2012-\u2015]/.test(text) && !tidyText(text).toUpperCase().includes(code)
    ? `It is written with a long dash: is ${code} meant?`
    : null

const damageIn = (cells: readonly string[]) => cells.map(damageOf).find(damage => damage !== null) ?? null

function doubtOf({ code, cas, words, qty }: Omit<Read, 'doubt'>, text: string): string | null {
  if (code === null && cas === null && words === '') return 'There is no product code and no name'
  if (qty !== null) return null
  return text.trim() === '' ? 'There is no quantity' : `“${text.trim()}” is not a quantity`
}
