import type { Field } from '../../resources/define/fields.ts'
import { NARROWEST, WIDEST } from '../../resources/platform/view-state.ts'
import type { Placed } from './columns.ts'

/** Verdana 12, half-bold. */
const LETTER = 8
/** Padding, the mark of the sort and the menu of the column. */
const AROUND = 58

/** How wide a column is while nobody set it, in pixels: by what it holds, and never narrower than its name. */
export function usualWidth({ field, label }: Pick<Placed, 'field' | 'label'>): number {
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
      return 230
    case 'text':
      if (field.format === 'code') return 130
      return field.long ? 280 : Math.max(100, Math.min((field.max ?? 120) * 9 + 24, 260))
    default:
      return 190
  }
}

/** The widths of the columns when `room` pixels are there: what is left over goes to those nobody set. */
export function laidWidths(columns: readonly Placed[], room: number): number[] {
  const widths = columns.map(column => column.width ?? usualWidth(column))
  const left = room - widths.reduce((sum, width) => sum + width, 0)
  const open = columns.reduce((sum, { width }, index) => sum + (width === undefined ? widths[index]! : 0), 0)
  if (left <= 0 || open === 0) return widths
  return widths.map((width, index) =>
    columns[index]!.width === undefined ? width + Math.floor((left * width) / open) : width,
  )
}

/** A width a person asked for, within what a column may be. */
export const fitting = (width: number) => Math.round(Math.max(NARROWEST, Math.min(WIDEST, width)))
