import { isSapList } from './sap-list.ts'
import { SheetError } from './sheet-error.ts'

/** Bytes that are decoded at once. */
const PIECE = 256 * 1024

/** Bytes at the start of a text file that name its encoding; Excel writes them before «Unicode text». */
const MARKS = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/** Returns the encoding of a text file: UTF-16 where its first bytes say so, else UTF-8. */
export const encodingOf = (file: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' =>
  MARKS.find(([, mark]) => mark.every((byte, index) => file[index] === byte))?.[0] ?? 'utf-8'

/** Returns the text of a file. Throws SheetError when its bytes are not in the encoding. */
export const textOf = (file: Buffer): string => [...textPieces(file)].join('')

/** Yields the text of a file, piece by piece. Throws as `textOf`. */
export function* textPieces(file: Buffer): Generator<string, undefined> {
  const decoder = new TextDecoder(encodingOf(file), { fatal: true })
  try {
    for (let start = 0; start < file.length; start += PIECE)
      yield decoder.decode(file.subarray(start, start + PIECE), { stream: true })
    yield decoder.decode()
  } catch {
    throw new SheetError('The file is not in UTF-8: save it as “CSV UTF-8”.')
  }
}

const LOOKED_AT = 20

/**
 * Returns what separates the columns in the first lines of a text file: the sign that most of them have; lines between
 * bars are a list of SAP whatever else they have. Throws SheetError for semicolons, because in such files a comma may
 * stand for the decimal point.
 */
export function separatorOf(text: string): ',' | '\t' | '|' {
  if (isSapList(linesOf(text))) return '|'
  const lines = linesOf(text).map(line => line.replace(/"[^"]*("|$)/g, ''))
  const separators = ([',', '\t', ';'] as const).map(sign => ({
    sign,
    lines: lines.filter(line => line.includes(sign)).length,
    signs: lines.reduce((count, line) => count + line.split(sign).length - 1, 0),
  }))
  const [first] = separators.toSorted((one, other) => other.lines - one.lines || other.signs - one.signs)
  if (first!.lines === 0 || first!.sign === ',') return ','
  if (first!.sign === '\t') return '\t'
  throw new SheetError(
    'The columns are separated by semicolons, not by commas: save the file as “CSV UTF-8 (comma delimited)”, or as a workbook (.xlsx).',
  )
}

function linesOf(text: string): string[] {
  const lines: string[] = []
  for (let start = 0; lines.length < LOOKED_AT && start < text.length; ) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end < 0 ? undefined : end)
    if (line.trim() !== '') lines.push(line)
    start = end < 0 ? text.length : end + 1
  }
  return lines
}

/** Returns what is wrong with the quotation marks of a text that cannot be read as CSV, with the line where it begins. */
export function quoteProblem(text: string, separator: string): string {
  let line = 1
  let opened = 0
  let fresh = true
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\n') line++
    if (opened > 0) {
      if (sign !== '"') continue
      const next = text[at + 1]
      if (next === '"') at++
      else if (next === undefined || next === separator || next === '\n' || next === '\r') opened = 0
      else return notClosed(opened)
    } else if (sign === '"' && fresh) opened = line
    else if (sign === '"')
      return `Line ${line}: there is a quotation mark inside a value. Put the whole value in quotation marks and write the one inside twice, or save the file as a workbook (.xlsx).`
    else fresh = sign === separator || sign === '\n' || (sign === '\r' && fresh) || sign === '\ufeff'
  }
  return opened > 0 ? notClosed(opened) : 'The file cannot be read as CSV: save it as a workbook (.xlsx).'
}

const notClosed = (line: number) =>
  `Line ${line}: a quotation mark is opened and not closed before the next column. Add rule, or save the file as a workbook (.xlsx).`
