import type { Customer } from '../../access-control/customer.ts'
import { mulDiv, sum } from '../../define/amounts.ts'
import { FOREVER } from '../../define/dates.ts'
import type { Invoice } from '../../dispatches/invoice.ts'
import { hasArrived } from '../../masters/open-item.ts'
import { daysOverdue } from '../../masters/outstanding.ts'
import type { OutstandingItem } from '../../masters/upload-outstanding.ts'
import { creditTypes } from '../../trade.ts'
import type { MasterRow } from '../rows.ts'

/** What a payer owes and has on order, in paise. */
export interface UsedCredit {
  /** All open items, less credits. */
  outstanding: number
  /** The gross value of invoices whose open items SAP has not sent yet. */
  newInvoices: number
  /** Of their other orders only what is neither invoiced nor cancelled. */
  otherOrders: number
}

/** The credit of a payer, in paise. */
export interface CreditFacts extends UsedCredit {
  payer: Pick<Customer, 'id' | 'rowVersion' | 'code' | 'name' | 'creditLimit' | 'creditLimitTo' | 'creditBlocked'>
  /** Payments received for no invoice yet; positive. */
  onAccount: number
  /** What is open of the invoices that the portal knows: an advance may have been paid for them. */
  openInvoices: number
  /** The open invoice with the earliest due date, of which not everything is disputed. */
  oldestInvoice: OpenInvoice | null
}

interface OpenInvoice extends Pick<MasterRow, 'id' | 'rowVersion'> {
  documentNo: string
  dueDate: string
  balanceAmount: number
}

/** The exposure of an order against the credit limit of its payer, in paise. */
export interface Exposure {
  exposure: number
  /** Below zero while there is credit left. */
  excess: number
  /** The days by which the oldest open invoice is overdue; 0 where none is. */
  overdueDays: number
  /** The payer has paid for this order and all others that wait. */
  isPrepaid: boolean
}

/** How much of their credit a payer uses, in paise: the one figure against which every limit is held. */
export const creditUsed = ({ outstanding, newInvoices, otherOrders }: UsedCredit) =>
  outstanding + newInvoices + otherOrders

/** The credit limit of a payer on a business day, in paise: 0 once its validity in SAP has ended. */
export const creditLimitOn = (
  { creditLimit, creditLimitTo }: Pick<Customer, 'creditLimit' | 'creditLimitTo'>,
  day: string,
): number => (creditLimitTo !== null && creditLimitTo < day ? 0 : creditLimit)

/** Adds an order of a gross value to what its payer owes and has on order. */
export function exposureOf(credit: CreditFacts, grossValue: number, today: string): Exposure {
  const { payer, newInvoices, openInvoices, onAccount, otherOrders, oldestInvoice } = credit
  const exposure = creditUsed(credit) + grossValue
  const advance = onAccount - otherOrders - newInvoices - openInvoices
  return {
    exposure,
    excess: exposure - creditLimitOn(payer, today),
    overdueDays: oldestInvoice ? daysOverdue(oldestInvoice.dueDate, today) : 0,
    isPrepaid: onAccount > 0 && advance >= grossValue,
  }
}

/** An open item of a payer, with those that a later file no longer had. */
export type CreditItem = Pick<
  OutstandingItem,
  | 'id'
  | 'rowVersion'
  | 'documentNo'
  | 'documentType'
  | 'dueDate'
  | 'balanceAmount'
  | 'invoiceId'
  | 'isActive'
  | 'closedOn'
> & {
  /** What of it is disputed now, in paise: it counts as owed, and is not overdue. */
  disputedAmount?: number
}

/** What a payer has paid through the portal and SAP’s list of open items does not show yet, in paise. */
export interface UnlistedPayments {
  /** What is settled of items, by their ids; negative for credits. */
  settled: ReadonlyMap<number, number>
  onAccount: number
}

/** Open items as they are once SAP shows what was paid: lower by it, never beyond nothing, with the rest on account. */
export function lessPayments(items: readonly CreditItem[], { settled, onAccount }: UnlistedPayments): CreditItem[] {
  const lowered = items.map(item => {
    const left = item.balanceAmount - (settled.get(item.id) ?? 0)
    const balanceAmount = item.balanceAmount < 0 ? Math.min(0, left) : Math.max(0, left)
    return settled.has(item.id) ? { ...item, balanceAmount } : item
  })
  if (onAccount === 0) return lowered
  const paid = { documentNo: '', documentType: 'ON_ACCOUNT', dueDate: FOREVER, invoiceId: null } as const
  return [...lowered, { ...paid, id: 0, rowVersion: 0, balanceAmount: -onAccount, isActive: true, closedOn: null }]
}

/** An invoice or note that the portal has read from SAP. */
export type CreditInvoice = Pick<Invoice, 'id' | 'invoiceType' | 'grossValue' | 'isCancelled' | 'isCleared'>

/** Order lines under way, one or several together, with what is invoiced or cancelled of them. */
export interface CreditLine {
  gross: number
  qty: number
  done: number
}

/** Counts what a payer owes and has on order from their open items, invoices and the lines of their other orders. */
export function countCredit(
  items: readonly CreditItem[],
  invoices: readonly CreditInvoice[],
  lines: readonly CreditLine[],
): Omit<CreditFacts, 'payer'> {
  const open = items.filter(({ isActive }) => isActive)
  const arrived = new Set(items.filter(hasArrived).map(({ invoiceId }) => invoiceId))
  const invoicesOpen = open.filter(({ documentType, balanceAmount }) => documentType === 'INVOICE' && balanceAmount > 0)
  return {
    outstanding: balance(open),
    newInvoices: sum(
      invoices.filter(invoice => counts(invoice) && !arrived.has(invoice.id)).map(({ grossValue }) => grossValue),
    ),
    otherOrders: sum(lines.map(({ gross, qty, done }) => mulDiv(gross, Math.max(0, qty - done), qty))),
    onAccount: 0 - balance(open.filter(({ documentType }) => documentType === 'ON_ACCOUNT')),
    openInvoices: balance(invoicesOpen.filter(({ invoiceId }) => invoiceId !== null)),
    oldestInvoice: oldest(
      invoicesOpen.filter(({ balanceAmount, disputedAmount = 0 }) => balanceAmount > disputedAmount),
    ),
  }
}

/** A credit note lowers what is owed only once its open item arrives. */
const counts = ({ invoiceType, isCancelled, isCleared }: CreditInvoice) =>
  !creditTypes.includes(invoiceType) && !isCancelled && !isCleared

const balance = (items: readonly CreditItem[]) => sum(items.map(({ balanceAmount }) => balanceAmount))

function oldest(invoices: readonly CreditItem[]): OpenInvoice | null {
  const [first] = [...invoices].sort((a, b) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id)
  if (!first) return null
  const { id, rowVersion, documentNo, dueDate, balanceAmount } = first
  return { id, rowVersion, documentNo, dueDate, balanceAmount }
}
