import type { Field } from '../../../resources/define/fields.ts'
import { NARROWEST, WIDEST } from '../../../resources/platform/view-state.ts'
import type { PlacedColumn } from './columns.ts'

/** Pixels per letter in Verdana 12, half-bold. */
const LETTER = 8
/** Padding, the sort mark and its number. */
const AROUND = 48

/** The default width of a column in pixels, by what it holds; never narrower than its label. */
export function defaultWidth({ field, label }: Pick<PlacedColumn, 'field' | 'label'>): number {
  return Math.max(byKind(field), Math.min(label.length * LETTER + AROUND, 240))
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

/**
 * The widths of the columns in `room` pixels: the remaining space goes to columns nobody resized, most of it to long
 * texts; where a little is missing they shrink, so that nothing needs to scroll.
 */
export function columnWidths(columns: readonly PlacedColumn[], room: number): number[] {
  const widths = columns.map(column => column.width ?? defaultWidth(column))
  const left = room - sum(widths)
  const gives = columns.map((column, index) => (column.width === undefined ? widths[index]! - leastWidth(column) : 0))
  if (left < 0 && -left <= sum(gives))
    return widths.map((width, index) => width - share(-left, gives, index, Math.ceil))
  const takes = columns.map(({ width, field }, index) =>
    width === undefined ? widths[index]! * (field.long ? 4 : 1) : 0,
  )
  return left > 0 ? widths.map((width, index) => width + share(left, takes, index, Math.floor)) : widths
}

/**
 * The least width to which a column shrinks by itself: its label and two thirds of its usual content, but nine tenths of
 * numbers, days and moments, which are never cut.
 */
const leastWidth = (column: PlacedColumn) =>
  Math.max(
    Math.round(defaultWidth(column) * (cutToFit.has(column.field.kind) ? 2 / 3 : 0.9)),
    Math.min(column.label.length * LETTER + AROUND, 240, defaultWidth(column)),
  )

const cutToFit: ReadonlySet<string> = new Set(['text', 'choice', 'reference', 'flag'])

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
