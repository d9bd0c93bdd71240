import type { Tone } from '../../../resources/define/fields.ts'
import type { OptionReader } from '../../../resources/option-words.ts'

export type { Tone }

/** A sentence, of which the obstacle is bold. */
export type Words = readonly (string | { strong: string })[]

/** A key of a record, and the page that it leads to. */
export interface Key {
  text: string
  to?: string | undefined
}

/** What a fact says, with a small line below it. */
export interface FactSaid {
  value: string
  small?: string | null | undefined
  /** Bad news is red. */
  bad?: boolean
}

/** Words made of a row: said where the reader has each of the columns that they are of. */
export interface Slot<Row, Beside, Said> {
  of: readonly (keyof Row & string)[]
  say: (row: Row, beside: Beside) => Said | null | undefined | false | ''
}

/** Something that could change what the reader does next. */
export interface Fact<Row, Beside> extends Slot<Row, Beside, FactSaid> {
  label: string
  /** Those whom it concerns; without them all who read its columns. What concerns our people alone is not printed. */
  for?: OptionReader
}

/** The header of the page of a record, declared once for its resource. */
export interface RecordHeader<Row, Beside> {
  /** The resource whose columns the slots name. */
  resource: { name: string; fields: object; computed?: object }
  /** The title: the other party and place, to buyers their PO; never a key. */
  who: Slot<Row, Beside, string>
  /** Our number, theirs, date, by whom. */
  keys: readonly Slot<Row, Beside, Key | string>[]
  /** The figure that people compare, and what it counts. */
  amount?: Slot<Row, Beside, { value: string; small: string }>
  state: Slot<Row, Beside, { tone: Tone; word: string }>
  /** What happens next, who acts, by when; at most 25 words. */
  next?: Slot<Row, Beside, Words>
  /** In order of weight: the first five with something to say are shown. */
  facts: readonly Fact<Row, Beside>[]
}

/** What a header says about one row. */
export interface SaidHeader {
  who: string
  keys: readonly Key[]
  amount: { value: string; small: string } | undefined
  state: { tone: Tone; word: string } | undefined
  next: Words | undefined
  facts: readonly (FactSaid & { label: string; isInner: boolean })[]
}

export const MOST_FACTS = 5
export const MOST_WORDS = 25

function said<Row, Beside, Said>(slot: Slot<Row, Beside, Said> | undefined, row: Row, beside: Beside) {
  if (!slot || slot.of.some(name => row[name] === undefined)) return undefined
  return slot.say(row, beside) || undefined
}

/** What the header says of a row to its reader: nothing of what they may not read, and nothing empty. */
export function saidOf<Row, Beside>(
  header: RecordHeader<Row, Beside>,
  row: Row,
  beside: Beside,
  reader: OptionReader,
): SaidHeader {
  const next = said(header.next, row, beside)
  return {
    who: said(header.who, row, beside) ?? '',
    keys: header.keys.flatMap(key => {
      const text = said(key, row, beside)
      return text ? [typeof text === 'string' ? { text } : text] : []
    }),
    amount: said(header.amount, row, beside),
    state: said(header.state, row, beside),
    next: next && inWords(next, MOST_WORDS),
    facts: header.facts
      .flatMap(fact => {
        const value = fact.for === undefined || fact.for === reader ? said(fact, row, beside) : undefined
        return value ? [{ label: fact.label, isInner: fact.for === 'staff', ...value }] : []
      })
      .slice(0, MOST_FACTS),
  }
}

/** A sentence of at most so many words; a longer one ends with an ellipsis. */
export function inWords(words: Words, most: number): Words {
  let left = most
  return words.flatMap(part => {
    if (left <= 0) return []
    const text = typeof part === 'string' ? part : part.strong
    const spoken = text.split(/\s+/).filter(Boolean)
    const fits = spoken.length <= left
    const kept = fits ? text : `${spoken.slice(0, left).join(' ')} …`
    left -= spoken.length
    return [typeof part === 'string' ? kept : { strong: kept }]
  })
}
