import { sum } from '../../../resources/define/amounts.ts'
import type { OnAccount } from '../../../resources/payments/commands/money.ts'

type Item = OnAccount['items'][number]

/** What is entered for an item, in paise; text that is no amount stays. */
export interface EnteredLine {
  amount: number | string | null
  tds: number | string | null
}
export type EnteredLines = ReadonlyMap<number, EnteredLine>

const paise = (value: number | string | null) => (typeof value === 'number' ? value : 0)

/** The items that money can be put on, the oldest due first. */
export const payableItems = ({ items }: OnAccount): Item[] =>
  items
    .filter(({ payable, heldBy }) => payable > 0 && heldBy === null)
    .toSorted((one, other) => one.dueDate.localeCompare(other.dueDate) || one.id - other.id)

/** So much put on the oldest due items, as far as it reaches. */
export function oldestFirst(items: readonly Item[], amount: number): EnteredLines {
  const lines = new Map<number, EnteredLine>()
  let left = amount
  for (const { id, payable } of items) {
    if (left <= 0) break
    lines.set(id, { amount: Math.min(left, payable), tds: 0 })
    left -= payable
  }
  return lines
}

/** The lines as the server reads them: those with an amount. */
export const linesOf = (entered: EnteredLines) =>
  [...entered].flatMap(([itemId, { amount, tds }]) =>
    paise(amount) > 0 ? [{ itemId, amount: paise(amount), tdsAmount: paise(tds) }] : [],
  )

/** What all lines take of the money, in paise. */
export const takenBy = (entered: EnteredLines) => sum(linesOf(entered).map(({ amount }) => amount))

/** What is wrong with a line; undefined where nothing is. */
export function faultOf({ payable, documentNo }: Item, line: EnteredLine | undefined): string | undefined {
  if (!line) return undefined
  if (typeof line.amount === 'string' || typeof line.tds === 'string') return `Enter rupees for ${documentNo}`
  if (paise(line.amount) < 0 || paise(line.tds) < 0) return `Enter no negative amount for ${documentNo}`
  if (paise(line.amount) + paise(line.tds) > payable) return 'More than is open'
  return undefined
}
