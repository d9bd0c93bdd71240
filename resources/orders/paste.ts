import { cleaned, misformed } from '../define/formats.ts'

/** A pasted row that reads in one way only; `qty` in thousandths, `row` counted from 1. */
export interface PastedLine {
  row: number
  code: string
  qty: number
}

/** A pasted row that a person must look at: as it was, why, and the best guess, if any. */
export interface DoubtfulRow {
  row: number
  text: string
  reason: string
  guess: { code: string | null; qty: number | null }
}

/** As many digits before the point as a quantity of `dec(13,3)` has. */
const LARGEST = 9_999_999_999_999
const CODE_LENGTH = 40

/**
 * Reads pasted text of a product code and a quantity a row, with a tab, semicolon, comma or spaces between, as it comes
 * from a sheet, an e-mail or a message. Nothing is lost or guessed in silence: every row with text in it comes out
 * either as a line or as doubtful.
 */
export function readPasted(text: string): { lines: PastedLine[]; doubtful: DoubtfulRow[] } {
  const lines: PastedLine[] = []
  const doubtful: DoubtfulRow[] = []
  text.split(/\r\n|\n|\r/).forEach((raw, index) => {
    const tidy = raw.replace(/[\u200b\ufeff]/g, '').replace(/[^\S\t]/g, ' ')
    if (tidy.trim() === '') return
    const row = index + 1
    const read = readRow(tidy)
    if (read.reason === null) lines.push({ row, code: read.code, qty: read.qty })
    else doubtful.push({ row, text: raw, reason: read.reason, guess: { code: read.code, qty: read.qty } })
  })
  return { lines, doubtful }
}

type Read = { reason: null; code: string; qty: number } | { reason: string; code: string | null; qty: number | null }

function readRow(text: string): Read {
  const cells = cellsOf(text)
  if (!cells) return { reason: 'A quotation mark is not closed', code: null, qty: null }
  const filled = cells.filter(cell => cell !== '')
  const [first = '', ...rest] = filled
  const code = codeOf(first)
  const qty = rest.reduce<number | null>((found, cell) => found ?? quantityOf(cell), null)
  const doubt = (reason: string): Read => ({ reason, code, qty })
  if (code === null) return doubt(`«${first}» is not a product code`)
  if (filled.length === 1) return doubt('There is no quantity')
  if (filled.length > 2) return doubt('There is more than a code and a quantity')
  if (qty === null) return doubt(`«${rest[0]}» is not a quantity`)
  return { reason: null, code, qty }
}

/**
 * The cells of a row. A tab or semicolon separates surely; a comma only where it does not group the digits of the one
 * number after a code and spaces, for no code holds a space.
 */
function cellsOf(text: string): string[] | undefined {
  for (const separator of ['\t', ';']) if (outsideQuotes(text).includes(separator)) return split(text, separator)
  const spaced = text.trim().split(/ +/)
  if (spaced.length === 2 && codeOf(spaced[0]!) !== null && quantityOf(spaced[1]!) !== null) return spaced
  if (outsideQuotes(text).includes(',')) return split(text, ',')
  return split(text.trim().replace(/ +/g, ' '), ' ')
}

const outsideQuotes = (text: string) => text.replace(/"[^"]*"?/g, '')

/** Splits at a separator outside quotation marks; a doubled mark inside stands for one. Nothing when a mark stays open. */
function split(text: string, separator: string): string[] | undefined {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (quoted && char === '"' && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (char === '"') quoted = !quoted
    else if (char === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += char
  }
  return quoted ? undefined : [...cells, cell.trim()]
}

function codeOf(cell: string): string | null {
  const code = cleaned('code', cell)
  return code.length <= CODE_LENGTH && !misformed('code', code) ? code : null
}

/** `1,000`, `1,00,000`, `12.5` in thousandths; nothing for what is no quantity above 0 with at most 3 decimals. */
function quantityOf(cell: string): number | null {
  const match = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,3})0*)?$/.exec(cell)
  if (!match) return null
  const digits = match[1]!.replaceAll(',', '') + (match[2] ?? '').padEnd(3, '0')
  const qty = Number(digits)
  return qty > 0 && qty <= LARGEST ? qty : null
}
