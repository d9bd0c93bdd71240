import { columnName, escapeXml, inlineText, LISTS_SHEET, MAIN_NAMESPACE, XML_DECLARATION } from './xlsx-markup.ts'
import { CELL, type ColumnLook, type SheetHead, type WritableCell } from './xlsx-styles.ts'

/** The last row with help in a template. */
const LAST_ROW = 20_001

const NARROWEST = 8
const WIDEST = 60

/** Returns the XML of columns: as wide as their heading and the values of these rows, and text where texts are entered. */
export const columnsXml = (heads: readonly SheetHead[], rows: readonly (readonly WritableCell[])[]) =>
  `<cols>${heads
    .map(({ heading, look }, index) => {
      const signs = Math.max(heading.length + 2, ...rows.map(row => shownLength(row[index] ?? null, look)))
      const width = Math.min(Math.max(signs + 2, NARROWEST), WIDEST)
      const style = look === 'text' ? ` style="${CELL.text}"` : ''
      return `<col min="${index + 1}" max="${index + 1}" width="${width}"${style} customWidth="1"/>`
    })
    .join('')}</cols>`

/** How many signs a cell takes, commas of thousands included. */
function shownLength(cell: WritableCell, look: ColumnLook | undefined): number {
  if (cell === null) return 0
  if (typeof cell === 'object') return look === 'instant' ? 16 : 10
  if (typeof cell !== 'number') return String(cell).length
  return look === 'money' || look === 'quantity' ? cell.toFixed(3).length + 4 : String(cell).length
}

/** Yields the XML of the hidden sheet, with one column for each drop-down list. */
export function* listSheet(lists: readonly (readonly string[])[]): Generator<string> {
  yield `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetData>`
  const longest = Math.max(...lists.map(list => list.length))
  for (let row = 1; row <= longest; row++) {
    const cells = lists.map((list, index) =>
      row > list.length ? '' : inlineText(list[row - 1]!, ` r="${columnName(index)}${row}"`),
    )
    yield `<row r="${row}">${cells.join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}

/** Returns the XML of every column's note, and of its drop-down if it has one. */
export function validations(help: readonly ColumnHelp[]): string {
  let lists = 0
  const each = help.map(({ note, list }, index) => {
    const column = columnName(index)
    const prompt = `showInputMessage="1" prompt="${escapeXml(shortened(note))}" sqref="${column}2:${column}${LAST_ROW}"`
    if (!list) return `<dataValidation allowBlank="1" ${prompt}/>`
    const from = columnName(lists++)
    const range = `${LISTS_SHEET}!$${from}$1:$${from}$${list.length}`
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="Not in the list" error="Choose one of the list." ${prompt}><formula1>${range}</formula1></dataValidation>`
  })
  return `<dataValidations count="${each.length}">${each.join('')}</dataValidations>`
}

/** Spreadsheets show at most 255 characters of a note. */
const shortened = (note: string) => (note.length <= 255 ? note : `${note.slice(0, 252)}...`)

/** The help that a template gives for a column. */
export interface ColumnHelp {
  /** Whether the column is required. */
  required: boolean
  /** Shown beside a cell that is being edited. */
  note: string
  /** The values of its drop-down; without them any value may be typed. */
  list?: readonly string[] | undefined
}
