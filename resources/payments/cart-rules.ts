import { sum } from '../define/amounts.ts'
import { rupees } from '../define/show.ts'
import type { OutstandingType } from '../masters/outstanding.ts'
import { isCredit } from '../masters/outstanding.ts'

/** An open item as far as the rules of a cart ask; amounts in paise, those of credits negative. */
export interface PayableItem {
  id: number
  documentType: OutstandingType
  dueDate: string
  balanceAmount: number
  /** What of it is disputed now: never negative. That part is not payable; credits are not disputed. */
  disputedAmount: number
  /** Whether it is still owed. */
  isOpen: boolean
  /** The payment that settles it already. */
  lockedByTxnNo: string | null
}

/** A line of a cart, in paise; the amount of a credit is negative. */
export interface CartLine {
  itemId: number
  payAmount: number
  tdsAmount: number
}

/** What a customer may do: of Upload Payment Customers. */
export interface PaymentTerms {
  allowPartial: boolean
  /** Paise. */
  maxTxnAmount: number
}

/** What is wrong with a line, or with the whole cart where it names no item. */
export interface CartFault {
  itemId: number | null
  field: 'itemId' | 'payAmount' | 'tdsAmount' | 'net'
  code: string
  message: string
}

/** What a cart comes to, in paise; credits are negative, and the net is what is paid. */
export interface CartTotals {
  debits: number
  credits: number
  tds: number
  net: number
}

/** The least that can be paid online, in paise. */
export const LEAST_NET = 100

/** The most items that one payment settles. */
export const MOST_LINES = 1000

/** What of an item can be paid, in paise; of a credit what can be used, negative. */
export const payableOf = ({ balanceAmount, disputedAmount, isOpen }: Omit<PayableItem, 'lockedByTxnNo'>): number => {
  if (!isOpen) return 0
  return balanceAmount < 0 ? balanceAmount : Math.max(0, balanceAmount - disputedAmount)
}

/** The most tax that a customer may deduct while `settled` paise of a debit are settled: a tenth, in whole paise. */
export const mostTds = (settled: number): number => Math.floor(settled / 10)

/** What lines come to. Lines of unknown items count by the sign of their amount. */
export function cartTotals(lines: readonly CartLine[], items: ReadonlyMap<number, PayableItem>): CartTotals {
  const isUsed = ({ itemId, payAmount }: CartLine) => {
    const item = items.get(itemId)
    return item ? isCredit(item.documentType) : payAmount < 0
  }
  const credits = sum(lines.filter(isUsed).map(({ payAmount }) => payAmount))
  const debits = sum(lines.filter(line => !isUsed(line)).map(({ payAmount }) => payAmount))
  return { debits, credits, tds: sum(lines.map(({ tdsAmount }) => tdsAmount)), net: debits + credits }
}

/** Everything that keeps a cart from being paid, lines first. An empty cart has one fault. */
export function cartFaults(
  lines: readonly CartLine[],
  items: ReadonlyMap<number, PayableItem>,
  terms: PaymentTerms,
): CartFault[] {
  const faults = lines.flatMap(line => lineFaults(line, items.get(line.itemId), terms))
  return [...faults, ...wholeFaults(lines, items, terms)]
}

/** What is wrong with one line; the browser asks it for the line that is being typed. */
export function lineFaults(line: CartLine, item: PayableItem | undefined, terms: PaymentTerms): CartFault[] {
  const { itemId } = line
  const fault = (field: CartFault['field'], code: string, message: string) => [{ itemId, field, code, message }]
  if (!item?.isOpen) return fault('itemId', 'ITEM_CLOSED', 'This item is no longer open here: take it out')
  if (item.lockedByTxnNo !== null)
    return fault('itemId', 'ITEM_LOCKED', `This item is being paid by ${item.lockedByTxnNo}: take it out`)
  const payable = payableOf(item)
  if (payable === 0)
    return fault('itemId', 'ITEM_DISPUTED', 'All of this item is disputed: take it out until the dispute is settled')
  const lineFault = isCredit(item.documentType) ? creditFault(line, payable) : debitFault(line, payable, terms)
  return lineFault ? fault(...lineFault) : []
}

type Found = [field: CartFault['field'], code: string, message: string] | undefined

function creditFault({ payAmount, tdsAmount }: CartLine, payable: number): Found {
  if (tdsAmount !== 0) return ['tdsAmount', 'TDS_ON_CREDIT', 'No TDS is deducted from a credit: leave it empty']
  if (payAmount < 0 && payAmount >= payable) return undefined
  return ['payAmount', 'RANGE', `Use more than zero and at most ${rupees(-payable)} of this credit`]
}

function debitFault({ payAmount, tdsAmount }: CartLine, payable: number, { allowPartial }: PaymentTerms): Found {
  const settled = payAmount + tdsAmount
  if (payAmount <= 0) return ['payAmount', 'RANGE', 'Enter an amount above zero, or take the item out']
  if (settled > payable) return ['payAmount', 'TOO_MUCH', `Pay at most ${rupees(payable)} here, TDS included`]
  if (settled < payable && !allowPartial)
    return ['payAmount', 'NOT_WHOLE', `Pay all of ${rupees(payable)}, TDS included: part payments are not agreed`]
  if (tdsAmount < 0) return ['tdsAmount', 'RANGE', 'TDS must not be negative']
  if (tdsAmount > mostTds(settled))
    return [
      'tdsAmount',
      'TDS_TOO_HIGH',
      `Deduct at most ${rupees(mostTds(settled))} as TDS, a tenth of what is settled`,
    ]
  return undefined
}

function wholeFaults(
  lines: readonly CartLine[],
  items: ReadonlyMap<number, PayableItem>,
  { maxTxnAmount }: PaymentTerms,
): CartFault[] {
  const fault = (code: string, message: string) => [{ itemId: null, field: 'net' as const, code, message }]
  if (lines.length === 0) return fault('EMPTY', 'Select what you want to pay')
  const { debits, credits, net } = cartTotals(lines, items)
  if (debits === 0) return fault('CREDITS_TOO_HIGH', 'Select what to pay as well: a credit is taken off it')
  if (-credits > debits)
    return fault('CREDITS_TOO_HIGH', `Use credits of at most ${rupees(debits)}, what you selected to pay`)
  if (net < LEAST_NET)
    return fault('NET_TOO_LOW', `${rupees(LEAST_NET)} is the minimum to pay online. Finance will set these off`)
  if (net > maxTxnAmount) return fault('NET_TOO_HIGH', `Pay at most ${rupees(maxTxnAmount)} at once: select less`)
  return []
}

/**
 * Selects debits for an amount in paise, the oldest due date first: whole items while they fit and, where part payments
 * are agreed, a part of the next one. Without them an item that does not fit is passed over. Credits are left alone.
 */
export function oldestFirst(
  items: readonly PayableItem[],
  amount: number,
  { allowPartial }: Pick<PaymentTerms, 'allowPartial'>,
): CartLine[] {
  const open = items
    .filter(item => !isCredit(item.documentType) && item.lockedByTxnNo === null && payableOf(item) > 0)
    .toSorted((one, other) => compare(one.dueDate, other.dueDate) || one.id - other.id)
  const lines: CartLine[] = []
  let left = amount
  for (const item of open) {
    const payable = payableOf(item)
    const payAmount = payable <= left ? payable : allowPartial ? left : 0
    if (payAmount <= 0) continue
    lines.push({ itemId: item.id, payAmount, tdsAmount: 0 })
    left -= payAmount
  }
  return lines
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
