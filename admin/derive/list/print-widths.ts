import type { Field } from '../../../resources/define/fields.ts'

/** How wide a column is on the screen, by the longest word and the longest text in it. */
interface Measures<Column> {
  word: (column: Column) => number
  content: (column: Column) => number
  label: (text: string) => number
}

/** A sheet across, between its margins, in pixels of the screen. */
const SHEET = 980
/** The padding of a cell on the screen that paper does without. */
const PADDING = 8
/** How much wider the letters of heads are. */
const BOLD = 1.12
/** Letters are never smaller than this part of the screen's. */
const SMALLEST = 0.5
/** A word that is longer is broken, and a longer text takes lines. */
const LONGEST_WORD = 170
const LONGEST_TEXT = 320

/**
 * The part of a sheet that each column has, in percent, and how far letters shrink so that no word is broken: a column
 * is as wide as its longest word, and shares what is left with those that have more to say. `status` is the width of the
 * status beside them.
 */
export function printWidths<Column extends { field: Field; label: string }>(
  columns: readonly Column[],
  { word, content, label }: Measures<Column>,
  status = 0,
) {
  const least = columns.map(column => {
    const head = label(column.label) * BOLD
    if (isWhole(column.field)) return Math.max(content(column), head - PADDING)
    return Math.min(Math.max(word(column), head), LONGEST_WORD) - PADDING
  })
  const further = columns.map((column, at) => Math.max(0, Math.min(content(column), LONGEST_TEXT) - least[at]!))
  const words = sum(least) + status
  const given = Math.min(1, Math.max(0, SHEET - words) / (sum(further) || 1))
  const widths = least.map((width, at) => width + further[at]! * given)
  const all = sum(widths) + status
  const partOf = (width: number) => `${(width * 100) / all}%`
  return { scale: Math.max(SMALLEST, Math.min(1, SHEET / words)), parts: widths.map(partOf), status: partOf(status) }
}

/** A part of an amount or a day reads as another. */
const isWhole = ({ kind }: Field) => kind === 'number' || kind === 'date' || kind === 'instant'

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)
