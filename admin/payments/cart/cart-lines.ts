import { isCredit } from '../../../resources/masters/outstanding.ts'
import type { CartLine } from '../../../resources/payments/cart-rules.ts'
import type { CartItem } from '../../../resources/payments/commands/cart.ts'

/** What is entered for a selected item, in paise, as people type it: positive for credits too. Text that is no amount stays. */
export interface Entered {
  pay: number | string | null
  tds: number | string | null
}

export type EnteredLines = ReadonlyMap<number, Entered>

/** Whether an item can be selected. */
export const canSelect = ({ isOpen, payable, lockedByTxnNo }: CartItem): boolean =>
  isOpen && payable !== 0 && lockedByTxnNo === null

/** What an item is selected with: all that is payable of it. */
export const enteredInFull = (item: CartItem): Entered => ({ pay: Math.abs(item.payable), tds: 0 })

/** The lines of a cart as the server has them. */
export const enteredOf = (items: readonly CartItem[]): EnteredLines =>
  new Map(
    items.flatMap(({ id, inCart }) =>
      inCart ? [[id, { pay: Math.abs(inCart.payAmount), tds: inCart.tdsAmount }] as const] : [],
    ),
  )

const paise = (value: number | string | null) => (typeof value === 'number' ? value : 0)

/** The entered lines as the rules and the server read them, in the order of the items. What is no amount counts as none. */
export const cartLinesOf = (items: readonly CartItem[], entered: EnteredLines): CartLine[] =>
  items.flatMap(item => {
    const line = entered.get(item.id)
    if (!line) return []
    const sign = isCredit(item.documentType) ? -1 : 1
    return [{ itemId: item.id, payAmount: sign * paise(line.pay) || 0, tdsAmount: paise(line.tds) }]
  })

/** An item with another TDS: where the item was settled whole, it still is. */
export function withTds(item: CartItem, { pay, tds }: Entered, next: Entered['tds']): Entered {
  const wasWhole = typeof pay !== 'number' || pay + paise(tds) === item.payable
  return { tds: next, pay: wasWhole ? Math.max(0, item.payable - paise(next)) : pay }
}
