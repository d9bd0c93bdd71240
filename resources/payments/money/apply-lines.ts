import { rupees } from '../../define/show.ts'
import { mostTds } from '../cart-rules.ts'

/** What is put on an open item; paise. */
export interface ApplyLine {
  itemId: number
  amount: number
  tdsAmount: number
}

/** An open item as far as a line asks; paise. */
interface Applicable {
  id: number
  documentNo: string
  payable: number
  heldBy: string | null
}

/** What keeps a line from being put on its item, as a sentence; undefined where nothing does. */
export function lineFault({ amount, tdsAmount }: ApplyLine, item: Applicable | undefined): string | undefined {
  if (!item) return 'An item is not open any more: choose among those that are'
  const { documentNo, payable, heldBy } = item
  if (heldBy !== null) return `${documentNo} is held by payment ${heldBy}, which is under way: choose another item`
  if (payable === 0) return `Nothing of ${documentNo} can be settled: it is disputed, or paid and not booked yet`
  if (amount + tdsAmount > payable) return `Put at most ${rupees(payable)} on ${documentNo}, TDS included`
  if (tdsAmount > mostTds(amount + tdsAmount))
    return `Deduct at most ${rupees(mostTds(amount + tdsAmount))} as TDS on ${documentNo}, a tenth of what is settled`
  return undefined
}

/** Puts an amount on the oldest due items, whole while it lasts, and a part of the last one; items come by due date. */
export function oldestLines(items: readonly Pick<Applicable, 'id' | 'payable'>[], amount: number): ApplyLine[] {
  const lines: ApplyLine[] = []
  let left = amount
  for (const { id: itemId, payable } of items) {
    const part = Math.min(left, payable)
    if (part > 0) lines.push({ itemId, amount: part, tdsAmount: 0 })
    left -= part
  }
  return lines
}

/** Shares lines out among captures, the first of each first; TDS goes with the first part of its line. */
export function shareLines<Source extends { left: number }>(
  lines: readonly ApplyLine[],
  sources: readonly Source[],
): Map<Source, ApplyLine[]> {
  const shares = new Map<Source, ApplyLine[]>()
  const left = sources.map(source => ({ source, left: source.left }))
  for (const { itemId, amount, tdsAmount } of lines) {
    let open = amount
    for (const one of left) {
      const part = Math.min(open, one.left)
      if (part === 0) continue
      const share = { itemId, amount: part, tdsAmount: open === amount ? tdsAmount : 0 }
      shares.set(one.source, [...(shares.get(one.source) ?? []), share])
      one.left -= part
      open -= part
    }
  }
  return shares
}
