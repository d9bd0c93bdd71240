import { sum } from '../../../resources/define/amounts.ts'
import type { CaptureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import type { Placed } from './ledger.ts'

/** Where rupees of a capture are taken from. */
export type Place = 'UNRESOLVED' | 'ON_ACCOUNT' | 'ITEM'

/** Rows that end so that rupees are free, and what stays of them; `taken` is less than was asked where there is no more. */
export interface TakenRupees {
  taken: number
  from: CaptureAllocation[]
  stays: Placed[]
}

/** All places, in the order in which money that goes back is taken. */
export const everyPlace: readonly Place[] = ['UNRESOLVED', 'ON_ACCOUNT', 'ITEM']

/**
 * Chooses the live rows of a capture that give so many paise, from these places in their order: of items the newest
 * first, those that SAP has cleared last. TDS stays with its item until the last rupee goes, and a used credit until
 * nothing of its capture is on items any more.
 */
export function takeRupees(
  rows: readonly CaptureAllocation[],
  unresolvedAmount: number,
  amount: number,
  places: readonly Place[],
): TakenRupees {
  const taken: TakenRupees = { taken: 0, from: [], stays: [] }
  for (const place of places) {
    const left = amount - taken.taken
    if (left <= 0) break
    if (place === 'UNRESOLVED') taken.taken += Math.min(left, Math.max(unresolvedAmount, 0))
    else if (place === 'ITEM') takeFromItems(rows, left, taken)
    else takeFrom(newestFirst(rows.filter(({ target }) => target === place)), left, taken)
  }
  return taken
}

function takeFromItems(rows: readonly CaptureAllocation[], amount: number, taken: TakenRupees) {
  const onItems = rows.filter(({ target }) => target === 'ITEM')
  const most = sum(onItems.map(one => one.amount))
  if (amount < most) return takeFrom(newestFirst(onItems.filter(one => one.amount > 0)), amount, taken)
  taken.from.push(...onItems)
  taken.taken += most
}

function takeFrom(rows: readonly CaptureAllocation[], amount: number, taken: TakenRupees) {
  let left = amount
  for (const row of rows) {
    if (left === 0) return
    const part = Math.min(left, row.amount)
    taken.from.push(row)
    if (part < row.amount) taken.stays.push(stayOf(row, row.amount - part))
    taken.taken += part
    left -= part
  }
}

const stayOf = (
  { target, itemId, documentNo, tdsAmount, balanceBefore }: CaptureAllocation,
  amount: number,
): Placed => ({
  ...{ target, itemId, documentNo, amount, tdsAmount, balanceBefore },
})

const isCleared = ({ clearingStatus }: CaptureAllocation) => Number(clearingStatus !== 'OPEN')

const newestFirst = (rows: readonly CaptureAllocation[]) =>
  rows.toSorted((one, other) => isCleared(one) - isCleared(other) || other.seq - one.seq)
