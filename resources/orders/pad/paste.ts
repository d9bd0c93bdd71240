import { has, rowsOfText, splitAt, tidy, written } from './paste-cells.ts'
import { headingOf, type Meaning, unreadOf } from './paste-headings.ts'
import { sentenceOf } from './paste-sentence.ts'
import { amountOf, casOf, codeOf, quantityOf } from './paste-words.ts'
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
  /** Why a person must check it; null where it can be read in one way only. */
  doubt: string | null
}

/** The result of reading pasted text: its rows, their heading, and the ignored columns. */
export interface Pasted {
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
  const texts = all.map(({ text }) => written(tidy(text)))
  const cells = texts.map(cellsOf)
  const at = cells.slice(0, HEAD_ROWS).findIndex(row => row !== undefined && headingOf(row) !== undefined)
  const meanings = at < 0 ? undefined : headingOf(cells[at]!)
  const rows = all.flatMap(({ row, text }, index) => {
    if (index === at) return []
    const own = cells[index]
    const read =
      meanings && index > at && own && own.length > 1 ? underHeading(own, meanings) : readRow(texts[index]!, own)
    return [{ row, text, ...read }]
  })
  const heading = at < 0 ? null : { ...all[at]!, unread: unreadOf(cells[at]!, meanings!) }
  return { rows, heading }
}

/** The cells of a row; undefined where a quotation mark stays open. */
function cellsOf(text: string): string[] | undefined {
  for (const separator of ['\t', ';']) if (has(text, separator)) return splitAt(text, separator)
  const spaced = text.trim().split(/ +/)
  // No code holds a space, so a comma after one groups the digits of the quantity.
  if (spaced.length === 2 && codeOf(spaced[0]!) !== null && quantityOf(spaced[1]!) !== null) return spaced
  return has(text, ',') ? splitAt(text, ',') : splitAt(text.trim(), '\n')
}

const nothing: Read = { code: null, cas: null, words: '', qty: null, unit: null, doubt: null }

function underHeading(cells: readonly string[], meanings: readonly (Meaning | null)[]): Read {
  const cell = (meaning: Meaning) => cells[meanings.indexOf(meaning)]?.trim() ?? ''
  const amount = amountOf(cell('qty'))
  const unit = unitOf(cell('unit')) ?? amount?.unit ?? null
  const code = cell('code') === '' ? null : codeOf(cell('code'))
  const words = [cell('name'), code === null ? cell('code') : ''].filter(Boolean).join(' ')
  const read = { code, cas: casOf(cell('cas')), words, qty: amount?.qty ?? null, unit }
  return { ...read, doubt: doubtOf(read, cell('qty')) }
}

/** A row without a heading: cells whose meaning is evident, else a sentence. */
function readRow(text: string, cells: string[] | undefined): Read {
  if (!cells) return { ...nothing, words: text.trim(), doubt: 'A quotation mark is not closed' }
  const filled = cells.filter(cell => cell !== '')
  if (filled.length === 1) return sentenceOf(filled[0]!)
  const own = /[\t;]/.test(text) && filled.length > 2 && /^\d{1,3}[.)]?$/.test(filled[0]!) ? filled.slice(1) : filled
  const [first = '', ...rest] = own
  const code = casOf(first) === null ? codeOf(first) : null
  const amounts = rest.flatMap(cell => amountOf(cell) ?? [])
  const others = rest.filter(cell => amountOf(cell) === null)
  const known = { code, cas: casOf(first) ?? others.flatMap(cell => casOf(cell) ?? [])[0] ?? null }
  const words = [code === null && known.cas === null ? first : '', ...others].filter(Boolean).join(' ')
  // A comma between words belongs to a sentence.
  if (code === null && !/[\t;]/.test(text)) return sentenceOf(text.trim())
  const unit = amounts[0]?.unit ?? others.map(unitOf).find(Boolean) ?? null
  const read = { ...known, words: words.trim(), qty: amounts[0]?.qty ?? null, unit }
  if (amounts.length > 1) return { ...read, doubt: 'There is more than a code and a quantity' }
  return { ...read, doubt: doubtOf(read, rest.find(cell => /\d/.test(cell)) ?? rest[0] ?? '') }
}

function doubtOf({ code, cas, words, qty }: Omit<Read, 'doubt'>, text: string): string | null {
  if (code === null && cas === null && words === '') return 'There is no product code and no name'
  if (qty !== null) return null
  return text.trim() === '' ? 'There is no quantity' : `«${text.trim()}» is not a quantity`
}
