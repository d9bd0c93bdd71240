import { shareOf } from '../../../resources/define/amounts.ts'
import { daysBetween } from '../../../resources/define/dates.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { dayText, percentText, showNumber } from '../../../resources/define/show.ts'
import type { ImportAnswer, JudgedRow } from '../../../resources/platform/commands/imports.ts'
import type { DaySpan } from '../../../resources/platform/imports/imports.ts'
import type { RoundAnswer } from '../../../resources/platform/imports/rounds.ts'
import { plainDay } from '../record/when.ts'

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

/** Several of what one row is called: `customer prices`, `cities`, `CnFs of an SBU`. */
function severalOf(one: string): string {
  const [, noun = one, of = ''] = /^(.*?)( of .*)?$/.exec(one) ?? []
  if (noun.endsWith('series')) return one
  const plural = /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : noun.endsWith('s') ? `${noun}es` : `${noun}s`
  return plural + of
}

/** What the button of a commit does: `Change 214 customer prices`, `Add 3 customer prices from 1 Dec, end 3`. */
export function commitText(job: Planned, one: string, today: string): string {
  const { rowsNew, rowsChanged, closing, mode, periods } = job
  const starts = periods?.starts
  const from = rowsNew > 0 && starts && starts.first === starts.last ? ` from ${plainDay(starts.first, today)}` : ''
  const parts: [verb: string, count: number, when: string][] = [
    ['add', rowsNew, from],
    ['change', rowsChanged, ''],
    [mode === 'SYNC' ? 'close' : 'end', closing, ''],
  ]
  return parts
    .filter(([, count]) => count > 0)
    .map(([verb, count, when], at) => {
      const what = at > 0 ? '' : count === 1 ? ` ${one}` : ` ${severalOf(one)}`
      return `${verb} ${showNumber(count)}${what}${when}`
    })
    .join(', ')
    .replace(/^./, letter => letter.toUpperCase())
}

type Judged = Pick<
  ImportAnswer,
  'rowsTotal' | 'rowsNew' | 'rowsChanged' | 'closing' | 'rowsFailed' | 'held' | 'rowsSame' | 'warned' | 'mode' | 'round'
>

/** What people call a round: of prices, or of any other number. */
export const roundTitle = ({ words }: RoundAnswer) => (/price/i.test(words) ? 'Price round' : 'Round')

const SAID_OF_ROUND: Partial<Record<ImportAnswer['status'], string>> = {
  DONE: 'The round is made.',
  DONE_WITH_ERRORS: 'The round is made without the rows that are named below.',
  ROLLED_BACK: 'Rolled back: the rows are as they were before the round.',
}

/** How far a round is, in one sentence. */
export const roundSentence = ({ status }: ImportAnswer, otherwise: string) =>
  SAID_OF_ROUND[status] ?? otherwise.replace(/^Importing/, 'Changing')

/** What becomes of the rows of a file, or became of them once it is `saved`, in one sentence. */
export function outcomeText(job: Judged, saved: boolean): string {
  const isSync = job.mode === 'SYNC'
  const words: [count: number, ahead: [string, string], done: [string, string]][] = [
    [job.rowsNew, ['is new', 'are new'], ['was added', 'were added']],
    [job.rowsChanged, ['changes', 'change'], ['was changed', 'were changed']],
    [job.closing, isSync ? ['closes', 'close'] : ['ends', 'end'], isSync ? ['closed', 'closed'] : ['ended', 'ended']],
    [
      job.rowsFailed,
      job.round ? ['cannot change', 'cannot change'] : ['needs correction', 'need correction'],
      ['was left out', 'were left out'],
    ],
    [job.held, ['waits for it', 'wait for them'], ['was held back', 'were held back']],
    [job.rowsSame, ['stays as it is', 'stay as they are'], ['stayed as it was', 'stayed as they were']],
    [job.warned, ['has a warning', 'have a warning'], ['had a warning', 'had a warning']],
  ]
  const said = words.flatMap(([count, ahead, done]) =>
    count > 0 ? `${showNumber(count)} ${(saved ? done : ahead)[count === 1 ? 0 : 1]}` : [],
  )
  return `${rowsText(job.rowsTotal)} ${job.round ? (job.rowsTotal === 1 ? 'matches' : 'match') : 'in the file'}: ${said.join(', ')}.`
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
