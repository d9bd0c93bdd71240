import { daysOverdue } from '../../masters/outstanding.ts'
import type { MasterRow } from '../rows.ts'

/** The credit of a payer, in paise; of their other orders only what is neither invoiced nor cancelled. */
export interface CreditFacts {
  payer: { id: number; rowVersion: number; code: string; name: string; creditLimit: number }
  /** All open items, less credits. */
  outstanding: number
  /** Payments received for no invoice yet; positive. */
  onAccount: number
  otherOrders: number
  /** The open invoice with the earliest due date. */
  oldestInvoice: OpenInvoice | null
}

export interface OpenInvoice extends Pick<MasterRow, 'id' | 'rowVersion'> {
  documentNo: string
  dueDate: string
  balanceAmount: number
}

/** The exposure of an order against the credit limit of its payer, in paise. */
export interface Exposure {
  exposure: number
  /** Below zero while there is room left. */
  excess: number
  /** The days by which the oldest open invoice is overdue; 0 where none is. */
  overdueDays: number
  /** The payer has paid for this order and all others that wait. */
  isPrepaid: boolean
}

/** Adds an order of a gross value to what its payer owes and has on order. */
export function exposureOf(credit: CreditFacts, grossValue: number, today: string): Exposure {
  const { payer, outstanding, onAccount, otherOrders, oldestInvoice } = credit
  const exposure = outstanding + otherOrders + grossValue
  return {
    exposure,
    excess: exposure - payer.creditLimit,
    overdueDays: oldestInvoice ? daysOverdue(oldestInvoice.dueDate, today) : 0,
    isPrepaid: onAccount > 0 && onAccount - otherOrders >= grossValue,
  }
}
