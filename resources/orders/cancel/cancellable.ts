import { quantityText } from '../../define/show.ts'

/** The columns of a line that decide how much of it can still be cancelled; quantities in thousandths. */
interface CancellableLine {
  qty: number
  dispatchedQty: number
  invoicedQty: number
  cancelledQty: number
  lineStatus: string
  sapItemNo: string | null
}

const live = ['OPEN', 'PARTIALLY_DISPATCHED']

/** The quantity of a line that is neither dispatched nor invoiced nor cancelled. */
export const openQtyOf = ({ qty, dispatchedQty, invoicedQty, cancelledQty }: CancellableLine) =>
  Math.max(0, qty - cancelledQty - Math.max(dispatchedQty, invoicedQty))

/**
 * How much of a line that SAP has can be cancelled, or why nothing; `isAsked` when a cancellation is already on its way
 * to SAP.
 */
export function cancellable(line: CancellableLine, isAsked: boolean): { qty: number } | { why: string } {
  if (!live.includes(line.lineStatus)) return { why: 'It is not open any more' }
  if (isAsked) return { why: 'A cancellation of it is on its way to SAP' }
  if (line.sapItemNo === null) return { why: 'SAP has not reported its number of this line' }
  const qty = openQtyOf(line)
  if (qty > 0) return { qty }
  return {
    why: line.invoicedQty > line.dispatchedQty ? 'All of it is invoiced' : 'All of it has been dispatched',
  }
}

/**
 * The quantity of a line that remains in SAP after a cancellation; null where nothing is left, so that the whole line
 * is rejected.
 */
export const remainingInSap = ({ qty, cancelledQty }: CancellableLine, cancelQty: number) => {
  const remaining = qty - cancelledQty - cancelQty
  return remaining > 0 ? remaining : null
}

/** The columns of a line after a quantity of it is cancelled. */
export function afterCancelling(line: CancellableLine, cancelQty: number) {
  const cancelledQty = Math.min(line.qty, line.cancelledQty + cancelQty)
  const remaining = line.qty - cancelledQty
  const lineStatus =
    remaining === 0
      ? 'CANCELLED'
      : line.dispatchedQty >= remaining
        ? 'DISPATCHED'
        : line.dispatchedQty > 0
          ? 'PARTIALLY_DISPATCHED'
          : 'OPEN'
  return { cancelledQty, lineStatus } as const
}

/** «Line 10: 25 KG»; the quantity in thousandths. */
export const cancelText = (lineNo: number, qty: number, uom: string) => `Line ${lineNo}: ${quantityText(qty)} ${uom}`

/** Longer lists of lines are told by their number: the history has room for a sentence. */
const LONGEST = 300

/** «Line 10: 25 KG, Line 20: 5 KG and 198 more lines»; quantities in thousandths. */
export function cancelTexts(cancelled: readonly { lineNo: number; qty: number; uom: string }[]): string {
  const texts = cancelled.map(({ lineNo, qty, uom }) => cancelText(lineNo, qty, uom))
  const all = texts.join(', ')
  if (all.length <= LONGEST) return all
  const shown = texts.slice(0, 5)
  return `${shown.join(', ')} and ${texts.length - shown.length} more lines`
}
