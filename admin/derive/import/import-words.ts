import { shareOf } from '../../../resources/define/amounts.ts'
import { daysBetween } from '../../../resources/define/dates.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { dayText, percentText, showNumber } from '../../../resources/define/show.ts'
import type { ImportAnswer, JudgedRow } from '../../../resources/platform/commands/imports.ts'
import type { DaySpan } from '../../../resources/platform/imports/imports.ts'

type Planned = Pick<ImportAnswer, 'rowsNew' | 'rowsChanged' | 'closing' | 'endReplaced' | 'mode' | 'periods'>

/** A number of rows in words. */
export const rowsText = (count: number) => `${showNumber(count)} ${count === 1 ? 'row' : 'rows'}`

const onDays = ({ first, last }: DaySpan) =>
  first === last ? `on ${dayText(first)}` : `between ${dayText(first)} and ${dayText(last)}`

/** What a commit starts, changes and ends, and when: one sentence for each. */
export function planSentences({ rowsNew, rowsChanged, closing, endReplaced, mode, periods }: Planned): string[] {
  const one = closing === 1
  const starts = periods?.starts
  const ends = periods?.ends
  const gone = ends ? `${one ? 'ends' : 'end'} ${onDays(ends)}` : one ? 'becomes inactive' : 'become inactive'
  return [
    rowsNew > 0 &&
      `${rowsText(rowsNew)} ${rowsNew === 1 ? 'is' : 'are'} new${starts ? ` and ${rowsNew === 1 ? 'starts' : 'start'} ${onDays(starts)}` : ''}.`,
    rowsChanged > 0 && `${rowsText(rowsChanged)} ${rowsChanged === 1 ? 'is' : 'are'} changed.`,
    closing > 0 &&
      endReplaced &&
      `${rowsText(closing)} that new ones replace ${one ? 'ends' : 'end'}${ends ? ` ${onDays(ends)}` : ''}.`,
    closing > 0 && mode === 'SYNC' && `${rowsText(closing)} that the file lacks ${gone}.`,
  ].filter(sentence => sentence !== false)
}

/** What the button of a commit does. */
export function commitText({ rowsNew, rowsChanged, closing, mode }: Planned): string {
  const brought = rowsNew + rowsChanged
  const verb = mode === 'SYNC' ? 'close' : 'end'
  const parts = [brought > 0 && `import ${rowsText(brought)}`, closing > 0 && `${verb} ${rowsText(closing)}`]
  return parts
    .filter(Boolean)
    .join(', ')
    .replace(/^./, letter => letter.toUpperCase())
}

/** By how much an amount changes: «+ 3.36 %»; nothing where it was 0 or is no amount. */
export function changeText(field: Field, before: unknown, after: unknown): string {
  const isAmount = field.kind === 'number' && field.unit === '₹'
  if (!isAmount || typeof before !== 'number' || typeof after !== 'number' || before <= 0) return ''
  const change = after - before
  return `${change < 0 ? '−' : '+'} ${percentText(shareOf(Math.abs(change), before))}`
}

/** The days on which a row that ends has counted. */
export function endedPeriod({ from, was, until }: NonNullable<JudgedRow['ends']>): string {
  if (until === null) return `from ${dayText(from)}, becomes inactive before it starts`
  const days = daysBetween(from, until) + 1
  return `${dayText(from)} to ${dayText(until)}, ${showNumber(days)} ${days === 1 ? 'day' : 'days'} (was: ${dayText(was)})`
}
