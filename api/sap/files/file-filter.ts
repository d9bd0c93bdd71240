import type { SapRow } from '../http/odata.ts'
import { keptCode } from '../identity/key-forms.ts'

interface Words {
  list: readonly string[]
  at: number
}

/**
 * Whether a row of a file passes a filter of a reading: comparisons joined by `and`, `or` and brackets. What the file has
 * no column for is taken to be as the reading wants it. Throws where the filter is of another form.
 */
export function passes(row: SapRow, filter: string): boolean {
  const words: Words = {
    list: filter.match(/\(|\)|(?:datetimeoffset|datetime)?'(?:[^']|'')*'|[^\s()']+/g) ?? [],
    at: 0,
  }
  const answer = either(row, words)
  if (words.at < words.list.length) throw new Error(`A file cannot be filtered by ${filter}`)
  return answer
}

function either(row: SapRow, words: Words): boolean {
  let answer = both(row, words)
  while (words.list[words.at] === 'or') {
    words.at++
    answer = both(row, words) || answer
  }
  return answer
}

function both(row: SapRow, words: Words): boolean {
  let answer = single(row, words)
  while (words.list[words.at] === 'and') {
    words.at++
    answer = single(row, words) && answer
  }
  return answer
}

function single(row: SapRow, words: Words): boolean {
  const name = words.list[words.at++]!
  if (name === '(') {
    const answer = either(row, words)
    words.at++
    return answer
  }
  const compare = comparisons[words.list[words.at++] as keyof typeof comparisons]
  if (!compare) throw new Error(`A file cannot be filtered by ${words.list.join(' ')}`)
  const literal = textOf(literalOf(words.list[words.at++]!))
  return !(name in row) || compare(textOf(row[name]), literal)
}

/** Numbers are the same with and without leading zeros: a file has them either way. */
const isSame = (one: string, other: string) => one === other || (isNumber(one) && keptCode(one) === keptCode(other))
const isNumber = (text: string) => /^\d+$/.test(text)

const comparisons = {
  eq: isSame,
  ne: (one: string, other: string) => !isSame(one, other),
  ge: (one: string, other: string) => one >= other,
  le: (one: string, other: string) => one <= other,
  gt: (one: string, other: string) => one > other,
  lt: (one: string, other: string) => one < other,
}

function literalOf(word: string): unknown {
  const instant = /^datetime(?:offset)?'(.+)'$/.exec(word)?.[1]
  if (instant) return `/Date(${Date.parse(/Z$/.test(instant) ? instant : `${instant}Z`)})/`
  return word.startsWith("'") ? word.slice(1, -1).replaceAll("''", "'") : word
}

/** Days compare by their milliseconds, all else as text. */
function textOf(value: unknown): string {
  const ms = typeof value === 'string' ? /^\/Date\((-?\d+)/.exec(value)?.[1] : undefined
  return ms === undefined ? String(value ?? '') : ms.padStart(15, '0')
}
