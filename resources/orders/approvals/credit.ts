import { daysOverdue } from '../../masters/outstanding.ts'
import type { MasterRow } from '../rows.ts'

/** What is known of the credit of a payer, in paise; of his other orders only what is neither invoiced nor cancelled. */
export interface CreditFacts {
  payer: { id: number; rowVersion: number; code: string; name: string; creditLimit: number }
  /** All his open items, credits taken off. */
  outstanding: number
  /** Money of his that lies with us for no invoice yet; positive. */
  onAccount: number
  otherOrders: number
  /** His open invoice that is due the longest. */
  oldestInvoice: OpenInvoice | null
}

export interface OpenInvoice extends Pick<MasterRow, 'id' | 'rowVersion'> {
  documentNo: string
  dueDate: string
  balanceAmount: number
}

/** How an order stands to the credit limit of its payer, in paise. */
export interface Exposure {
  exposure: number
  /** Below zero while there is room left. */
  excess: number
  /** The days by which the oldest open invoice is overdue; 0 where none is. */
  overdueDays: number
  /** He has paid for this order and all others that wait. */
  isPrepaid: boolean
}

/** Adds an order of a gross value to what its payer owes and has ordered (§D.3, 60). */
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
