import type { Field } from '../../../resources/define/fields.ts'
import { tonesIn } from '../../../resources/define/state-tones.ts'
import { NARROWEST, WIDEST } from '../../../resources/platform/view-state.ts'
import type { PlacedColumn } from './columns.ts'

/** Pixels per letter in Verdana 12, half-bold. */
const LETTER = 8
/** Pixels per character of a value in Verdana 12, the padding of its cell, and an icon beside it. */
const NARROW = 4.9
const WIDE = 11
const CAPITAL = 8
const SMALL = 7.3
const PADDING = 20
const MARK = 20
/** A column that holds no more, as most names of customers and products, stays whole while longer ones and labels can give way. */
const NAME = 300
/** The same, once names give way. */
const SHORT = 160
/** Padding alone: a sort mark cuts the label. */
const TIGHT = 40
/** How much wider half-bold letters are, and the padding of a label as wide as its letters. */
const BOLD = 1.14
const LABEL_PADDING = 22
/** No text makes its column wider. */
const LONGEST = 340
/** Padding, the sort mark and its number. */
const AROUND = 48

/** The default width of a column in pixels, by what it holds; never narrower than its label. */
export function defaultWidth({ field, label }: Pick<PlacedColumn, 'field' | 'label'>): number {
  return Math.max(byKind(field), Math.min(roomy(label), 240))
}

/** The width in which the longest of some texts and the label are read whole, up to a limit. */
export const fittedWidth = (column: Pick<PlacedColumn, 'field' | 'label'>, texts: readonly string[]): number =>
  Math.max(wholeWidth(column.field), Math.min(roomy(column.label), 240), contentWidth(column, texts))

/** The width in which the longest of some texts is read whole, up to a limit; of a picture the width of its kind. */
export function contentWidth(column: Pick<PlacedColumn, 'field' | 'label'>, texts: readonly string[]): number {
  const { field } = column
  if (field.kind === 'file' || texts.length === 0) return defaultWidth(column)
  const beside = tonesIn(field) || field.kind === 'flag' ? MARK : 0
  return Math.min(Math.ceil(Math.max(...texts.map(textWidth))) + PADDING + beside, LONGEST)
}

/** The width in which the longest word of some texts is read whole: a number, an address of mail, a tax number. */
export const wordWidth = (texts: readonly string[]) =>
  texts.length === 0 ? 0 : Math.ceil(Math.max(...texts.flatMap(text => text.split(' ')).map(textWidth))) + PADDING

const textWidth = (text: string) => {
  const narrow = text.replace(/[^ .,:;'!|·()\-/iljft]/g, '').length
  const wide = text.replace(/[^mwMW@%₹_]/g, '').length
  const capitals = text.replace(/[^A-LN-VX-Z0-9]/g, '').length
  const small = text.length - narrow - wide - capitals
  return narrow * NARROW + wide * WIDE + capitals * CAPITAL + small * SMALL
}

function byKind(field: Field): number {
  switch (field.kind) {
    case 'number':
      return field.unit === '₹' ? 140 : 110
    case 'flag':
      return 84
    case 'date':
      return 112
    case 'instant':
      return 150
    case 'choice':
      return 140
    case 'reference':
      return 205
    case 'text':
      if (field.format === 'code' || field.format === 'article') return 130
      return field.long ? 280 : Math.max(100, Math.min((field.max ?? 120) * 9 + 24, 230))
    default:
      return 190
  }
}

interface Measures {
  textSize?: number
  /** The width of a column where there is room. */
  usual?: (column: PlacedColumn) => number
  /** The width of its longest text, whatever its label. */
  content?: (column: PlacedColumn) => number
  /** The width of the longest word in it. */
  word?: (column: PlacedColumn) => number
  /** How many of the first columns are never off the screen. */
  leads?: number
}

/**
 * The widths of the columns in `room` pixels: what is left goes to the one that names the row; where a little is missing
 * texts shrink, so that nothing needs to scroll. Where much is missing the first columns alone are in sight, and the
 * others scroll. They grow with the size of the text.
 */
export function columnWidths(
  columns: readonly PlacedColumn[],
  room: number,
  { textSize = 12, usual = defaultWidth, content = usual, word = () => 0, leads = 0 }: Measures = {},
): number[] {
  const grown = textSize / 12
  const widths = columns.map(column => column.width ?? Math.round(usual(column) * grown))
  const left = room - sum(widths)
  for (const [short, labelWidth] of left < 0 ? shrinks : []) {
    const gives = columns.map((column, index) => {
      if (column.width !== undefined) return 0
      const [fullWidth, least] = [content(column), Math.max(word(column), Math.min(labelWidth(column.label), 240))]
      // What a list is read for is never cut.
      const kept = index > 0 && index < leads ? fullWidth : short
      return (
        widths[index]! - Math.round(Math.min(usual(column), leastWidth(column.field, fullWidth, kept, least)) * grown)
      )
    })
    if (-left <= sum(gives)) return widths.map((width, index) => width - share(-left, gives, index, Math.ceil))
  }
  if (left >= 0) return widths.map((width, index) => (index === namingColumn(columns) ? width + left : width))
  if (leads === 0) return widths
  // Most of them scroll: labels take no room that more columns could have.
  const close = columns.map(
    column =>
      column.width ??
      Math.round(Math.max(content(column), wholeWidth(column.field), Math.min(bare(column.label), 240)) * grown),
  )
  if (leads === columns.length || sum(close.slice(0, leads)) <= room) return close
  const inSight = columnWidths(columns.slice(0, leads), room, { textSize, usual, content, word })
  return [...inSight, ...close.slice(leads)]
}

/** The column that takes the room that is left: the first name, not a code, whose width nobody set; else the first. */
function namingColumn(columns: readonly PlacedColumn[]): number {
  const free = columns.map(({ width }) => width === undefined)
  const name = columns.findIndex(
    ({ field: { kind, format } }, index) => free[index] && (kind === 'reference' || (kind === 'text' && !format)),
  )
  return name >= 0 ? name : free.indexOf(true)
}

const roomy = (label: string) => label.length * LETTER + AROUND
const tight = (label: string) => label.length * LETTER + TIGHT
const bare = (label: string) => Math.ceil(textWidth(label) * BOLD) + LABEL_PADDING

/** What gives way first: long texts, then the room beside labels, then names, then all texts. */
const shrinks = [
  [NAME, roomy],
  [NAME, tight],
  [NAME, bare],
  [SHORT, bare],
  [0, bare],
] as const

/** The least width to which a column shrinks by itself: all of a short text, an option, a day or a number, or two thirds. */
const leastWidth = (field: Field, fullWidth: number, short: number, least: number) =>
  Math.max(
    least,
    Math.min(fullWidth, short),
    field.kind === 'choice' ? fullWidth : Math.round((fullWidth * 2) / 3),
    wholeWidth(field),
  )

/** The width of a day, an instant or an amount, of which a part would be read as another. */
function wholeWidth({ kind, unit, scale, max }: Field): number {
  if (kind === 'date') return 100
  if (kind === 'instant') return 146
  // A level or a percentage of whole numbers is never longer than its limit.
  if (kind === 'number' && !scale && max !== undefined && max < 1000) return Math.ceil(textWidth(String(max))) + PADDING
  return kind === 'number' ? (unit === '₹' ? 132 : 88) : 0
}

const share = (amount: number, of: readonly number[], index: number, round: (part: number) => number) =>
  sum(of) === 0 ? 0 : round((amount * of[index]!) / sum(of))
const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)

/** A requested width within the limits of a column. */
export const clampWidth = (width: number) => Math.round(Math.max(NARROWEST, Math.min(WIDEST, width)))

/** The left offset of each pinned column, and their total width, so that no focused cell hides behind them. */
export function pinOffsets(
  columns: readonly PlacedColumn[],
  widths: readonly number[],
  from: number,
): Record<string, string | number> {
  const style: Record<string, string | number> = {}
  let left = from
  columns.forEach(({ pinned }, index) => {
    if (!pinned) return
    style[`--pin-${index}`] = `${left}px`
    left += widths[index]!
  })
  return { ...style, scrollPaddingLeft: left }
}
