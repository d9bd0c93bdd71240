/** What a payment settles of an open item, in paise; all amounts are negative for credits. */
interface Settlement {
  /** Paid and deducted as tax. */
  settled: number
  /** What was open of the item when the payment succeeded; null where nobody noted it. */
  balanceBefore: number | null
}

/** An open item as SAP or a file shows it now, in paise. */
interface ItemNow {
  isOpen: boolean
  balance: number
  /** SAP has cleared it. */
  isCleared: boolean
  /** What its clearing left open as an item of its own. */
  residual: number
  /** Whether a list of open items was taken after the payment was posted. */
  isListedSince: boolean
}

/** What became of a settlement; `short` is what SAP took less than was paid. */
export type Clearing = { status: 'OPEN' | 'CLEARED' } | { status: 'SHORT'; short: number }

/**
 * Says whether an item that a payment settles is cleared: it is gone, or a list that was taken after the posting shows
 * less open of it by what was paid. Where less than that was cleared, it is short.
 */
export function clearingOf({ settled, balanceBefore }: Settlement, item: ItemNow): Clearing {
  if (!item.isOpen) {
    if (!item.isCleared && !item.isListedSince) return { status: 'OPEN' }
    return item.residual > 0 ? { status: 'SHORT', short: item.residual } : { status: 'CLEARED' }
  }
  if (!item.isListedSince || balanceBefore === null) return { status: 'OPEN' }
  const cleared = Math.abs(balanceBefore) - Math.abs(item.balance)
  if (cleared <= 0) return { status: 'OPEN' }
  const short = Math.abs(settled) - cleared
  return short > 0 ? { status: 'SHORT', short } : { status: 'CLEARED' }
}
