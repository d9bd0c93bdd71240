/** How pasted text is split into rows, and rows into cells, before they are interpreted. */

import { plainSigns } from '../../define/sheet/signs.ts'

/** One row as it was pasted; `row` is counted from 1, a cell with line breaks joins several rows. */
interface PastedText {
  row: number
  text: string
}

/** The most line breaks of a quoted cell; a quotation mark open for longer is an ordinary character. */
const MOST_BREAKS = 10

/** The rows of a text that are not empty; only a sheet, which has tabs, quotes cells with line breaks in them. */
export function rowsOfText(text: string): PastedText[] {
  const lines = text.split(/\r\n|\n|\r/)
  const sheet = text.includes('\t')
  const rows: PastedText[] = []
  for (let at = 0; at < lines.length; at++) {
    let rowText = lines[at]!
    const from = at
    while (sheet && opensQuote(rowText) && at + 1 < lines.length && at - from < MOST_BREAKS)
      rowText += `\n${lines[++at]}`
    if (opensQuote(rowText) && at > from) {
      rowText = lines[from]!
      at = from
    }
    if (withPlainSpaces(rowText).trim() !== '') rows.push({ row: from + 1, text: rowText })
  }
  return rows
}

/** A cell that begins with a quotation mark and does not end with one. */
const opensQuote = (text: string) => /(^|\t)"/.test(text.replace(/(^|\t)"(?:[^"]|"")*"(?=\t|$)/g, '$1'))

/** The text with plain signs; every kind of space but the tab becomes a plain one. */
export const withPlainSpaces = (text: string) => plainSigns(text).replace(/[^\S\t]/g, ' ')

/** What precedes a message's text: quoting marks, the time and name of a chat, bullets and numbers of a list. */
const BEFORE = [
  /^(?:\s*>)+\s*/,
  /^\[?\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4},? +\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?\]?\s*(?:-\s*)?(?:[^:]{1,40}:\s*)?/i,
  /^\s*(?:[-*•·–]|\(?\d{1,3}[.)])\s+/,
]

/** The text of a row of a message; a row of a sheet stays as it is. */
export const messageText = (text: string) =>
  text.includes('\t') ? text : BEFORE.reduce((rest, mark) => rest.replace(mark, ''), text).trim()

/**
 * The cells of a row at a separator outside quotation marks, a doubled mark standing for one; undefined when a mark
 * stays open.
 */
export function splitCells(text: string, separator: string): string[] | undefined {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (quoted && char === '"' && text[at + 1] === '"') {
      cell += '"'
      at++
    } else if (char === '"' && (quoted || cell.trim() === '')) quoted = !quoted
    else if (char === separator && !quoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += char
  }
  return quoted ? undefined : [...cells, cell.trim()]
}

/** Whether a separator occurs in a row, outside quotation marks. */
export const hasSeparator = (text: string, separator: string) => text.replace(/"[^"]*"?/g, '').includes(separator)
