import { sum } from '../define/amounts.ts'
import { isIn } from '../define/process/states.ts'
import { rupees } from '../define/show.ts'
import { type DisputeStatus, disputeStates } from './dispute-states.ts'

const isOpen = (status: DisputeStatus) => isIn(disputeStates.sets.disputed, { status })

/** The amount by which a dispute still lowers what is owed, in paise: what is disputed, or of a decided one what was accepted. */
export function openAmountOf(dispute: {
  status: DisputeStatus
  disputedAmount: number
  acceptedAmount: number | null
}): number {
  if (!isOpen(dispute.status)) return 0
  return dispute.acceptedAmount ?? dispute.disputedAmount
}

/**
 * How much of each open item is disputed, in paise by item id: what is disputed of an invoice lies on its open debits in
 * the order of their due dates, never beyond the balance of one.
 */
export function disputedOf(
  items: readonly {
    id: number
    invoiceId: number | null
    dueDate: string
    balanceAmount: number
    isActive: boolean
  }[],
  disputes: readonly (Parameters<typeof openAmountOf>[0] & { invoiceId: number })[],
): Map<number, number> {
  const left = new Map<number, number>()
  for (const [invoiceId, own] of Map.groupBy(disputes, one => one.invoiceId))
    left.set(invoiceId, sum(own.map(openAmountOf)))
  const amounts = new Map<number, number>()
  const sorted = items.toSorted((a, b) => a.dueDate.localeCompare(b.dueDate) || a.id - b.id)
  for (const { id, invoiceId, balanceAmount, isActive } of sorted) {
    const amount = invoiceId === null || !isActive ? 0 : Math.min(left.get(invoiceId) ?? 0, Math.max(0, balanceAmount))
    if (amount === 0) continue
    amounts.set(id, amount)
    left.set(invoiceId!, left.get(invoiceId!)! - amount)
  }
  return amounts
}

/** What decides a dispute for an amount in paise: all that is disputed, or a part of it. */
export const acceptedStatus = (accepted: number, disputed: number) =>
  accepted === disputed ? ('ACCEPTED' as const) : ('PARTLY_ACCEPTED' as const)

/** Why no more can be disputed, as a sentence; undefined while an amount in paise fits. */
export function amountFault(amount: number, balance: number, disputed: number): string | undefined {
  const left = Math.max(0, balance - disputed)
  if (amount <= left) return undefined
  if (balance === 0) return 'Nothing is owed on this invoice, so there is nothing to dispute'
  if (left === 0) return `All of the ${rupees(balance)} that is open is disputed already`
  return `Dispute at most ${rupees(left)}: ${rupees(balance)} is open, and ${rupees(disputed)} of it is disputed already`
}
