import { dayOf } from '../define/dates.ts'
import { dayText, rupees } from '../define/show.ts'
import type { OutstandingItem } from '../masters/upload-outstanding.ts'
import type { PaymentClearing } from '../payments/payment-clearing.ts'
import type { PaymentTransaction } from '../payments/payment-transaction.ts'
import { creditTypes } from '../trade.ts'
import type { Invoice } from './invoice.ts'
import { type PassportPart, part, type Read } from './passport-part.ts'

/** What is known of the payment of invoices. A list is empty where its reader may read none of its rows. */
export interface PaymentFacts {
  invoices: readonly Read<Invoice>[]
  clearings: readonly Read<PaymentClearing>[]
  /** SAP’s items of the invoices, those that it closed too. */
  items: readonly Read<OutstandingItem>[]
  /** What was paid online of the invoices. */
  paid: readonly PaidOnline[]
}

/** What of an invoice was paid online. `amount` in paise and `payer` are absent for readers who may not know them. */
export type PaidOnline = Read<Pick<PaymentTransaction, 'id' | 'txnNo' | 'receiptNo' | 'paidAt' | 'status'>> & {
  amount?: number | undefined
  payer?: string | undefined
  invoiceNo?: string | undefined
}

/**
 * Whether each invoice is paid, for whoever reads what it is over; what is still open of it is said to those who read the
 * open items.
 */
export function paymentParts({ invoices, clearings, items }: PaymentFacts, today: string): PassportPart[] {
  return invoices.flatMap(({ id, invoiceNo, grossValue, isCleared, isCancelled, dueDate, invoiceType }) => {
    if (
      grossValue === undefined ||
      isCleared === undefined ||
      isCancelled ||
      creditTypes.some(type => type === invoiceType)
    )
      return []
    const no = `Invoice ${invoiceNo ?? ''}`
    const own = items.filter(({ invoiceId }) => invoiceId === id)
    const open = own.filter(({ closedOn }) => !closedOn)
    const clearing = clearings.find(({ invoiceId, resetOn }) => invoiceId === id && !resetOn)
    if (isCleared || clearing || (own.length > 0 && isNothingOpen(open))) {
      const closedOn = own.flatMap(item => item.closedOn ?? []).toSorted()
      return [part('PAYMENT', no, 'Paid', { on: clearing?.clearedOn ?? closedOn.at(-1) ?? null })]
    }
    const [due = dueDate] = open.flatMap(item => item.dueDate ?? []).toSorted()
    const balance = open.length === 0 ? '' : `${rupees(balanceOf(open))} open`
    if (!due) return [part('PAYMENT', no, balance || 'Open')]
    if (due >= today)
      return [part('PAYMENT', no, `${balance && `${balance}, `}${balance ? 'due' : 'Due'} on ${dayText(due)}`)]
    const overdue = open.filter(item => item.dueDate && item.dueDate < today)
    const gap = `${overdue.length === 0 ? 'Invoice' : rupees(balanceOf(overdue))} not paid, due on ${dayText(due)}`
    return [part('PAYMENT', no, balance ? `Overdue, ${balance}` : 'Overdue', { on: due, gap })]
  })
}

/** The payments that customers made online for the invoices: how much, by whom, with the page that holds the receipt. */
export const receiptParts = ({ paid }: Pick<PaymentFacts, 'paid'>): PassportPart[] =>
  paid.map(({ id, txnNo, receiptNo, paidAt, status, amount, payer, invoiceNo }) => {
    const words = [
      amount === undefined ? 'Paid' : rupees(amount),
      invoiceNo && `for invoice ${invoiceNo}`,
      payer && `by ${payer}`,
    ]
    const state = `${words.filter(Boolean).join(' ')}${status === 'REFUNDED' ? ', refunded' : ''}`
    const link = `/transaction-view/transactions-view/show/${id}`
    return part('RECEIPT', receiptNo ?? txnNo ?? '', state, { on: paidAt ? dayOf(paidAt) : null, link })
  })

const isNothingOpen = (open: PaymentFacts['items']) =>
  balanceOf(open) <= 0 && open.every(({ balanceAmount }) => balanceAmount !== undefined)

const balanceOf = (items: PaymentFacts['items']) => items.reduce((sum, { balanceAmount = 0 }) => sum + balanceAmount, 0)
