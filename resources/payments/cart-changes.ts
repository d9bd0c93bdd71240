import { rupees } from '../define/show.ts'
import type { CartLine } from './cart-rules.ts'
import type { CartItem, ReviewedLine } from './commands/cart.ts'

/** A line that changed since its payer reviewed it; null where there is none. */
export interface ChangedLine {
  itemId: number
  documentNo: string
  reviewed: Omit<ReviewedLine, 'itemId'> | null
  now: Omit<ReviewedLine, 'itemId'> | null
  message: string
}

type Item = Pick<CartItem, 'id' | 'documentNo' | 'payable' | 'isOpen' | 'disputedAmount' | 'lockedByTxnNo'>

/**
 * What is no longer as it was reviewed: lines that a colleague added, changed or took out, and items that were settled,
 * disputed, taken by another payment, or owe another amount.
 */
export function changedLines(
  reviewed: readonly ReviewedLine[],
  lines: readonly CartLine[],
  items: ReadonlyMap<number, Item>,
): ChangedLine[] {
  const now = new Map(lines.map(line => [line.itemId, line]))
  const seen = new Map(reviewed.map(line => [line.itemId, line]))
  return [...new Set([...seen.keys(), ...now.keys()])].flatMap(itemId => {
    const [before, after, item] = [seen.get(itemId), now.get(itemId), items.get(itemId)]
    const message = whatChanged(before, after, item)
    if (message === null) return []
    return [
      {
        itemId,
        documentNo: item?.documentNo ?? '',
        reviewed: before ? amountsOf(before, before.payable) : null,
        now: after ? amountsOf(after, item?.payable ?? 0) : null,
        message,
      },
    ]
  })
}

function whatChanged(
  before: ReviewedLine | undefined,
  after: CartLine | undefined,
  item: Item | undefined,
): string | null {
  if (!before) return 'A colleague added it meanwhile'
  if (!after) return 'A colleague took it out meanwhile'
  if (!item?.isOpen) return 'It is no longer open here'
  if (item.lockedByTxnNo !== null) return `It is being paid by ${item.lockedByTxnNo}`
  if (item.payable === 0 && item.disputedAmount > 0 && before.payable !== 0) return 'It is disputed meanwhile'
  if (item.payable !== before.payable)
    return item.disputedAmount > 0
      ? `${rupees(item.payable)} of it can be paid now, ${rupees(item.disputedAmount)} is disputed`
      : `${rupees(item.payable)} of it can be paid now`
  if (before.payAmount !== after.payAmount || before.tdsAmount !== after.tdsAmount)
    return 'A colleague changed its amounts meanwhile'
  return null
}

const amountsOf = ({ payAmount, tdsAmount }: CartLine, payable: number) => ({ payAmount, tdsAmount, payable })
