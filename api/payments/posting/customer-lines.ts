import { sum } from '../../../resources/define/amounts.ts'
import {
  assignmentOf,
  type CustomerLines,
  type PaymentAllocation,
  type PaymentMessage,
} from '../../sap/sending/journal-entry.ts'

/** A posting that SAP has or gets, and whether it takes one back. */
export interface Posted {
  payment: PaymentMessage
  isReversal: boolean
}

/** Lines by which SAP may know rupees of a capture: one for each open item, and one for what is on account. */
type LinesByName = Map<string, PaymentAllocation>

/** What SAP holds of a capture once it has all these postings: its lines on the customer's account, without empty ones. */
export function linesIn(postings: readonly Posted[]): CustomerLines {
  const lines: LinesByName = new Map()
  let unallocated = 0
  const add = (some: CustomerLines | undefined, sign: number) => {
    for (const one of some?.allocations ?? []) addTo(lines, one, sign)
    unallocated += sign * (some?.unallocated ?? 0)
  }
  for (const { payment, isReversal } of postings) {
    const sign = isReversal ? -1 : 1
    add(payment, sign)
    add(payment.instead, -sign)
  }
  return { allocations: filled(lines), unallocated }
}

/** The rupees of a capture's gateway in SAP once it has all these postings: what was captured, less what went back. */
export const amountIn = (postings: readonly Posted[]): number =>
  sum(postings.map(({ payment, isReversal }) => (isReversal ? -payment.amount : payment.amount)))

/** Lines of one item count as one. */
export function joinedLines(allocations: readonly PaymentAllocation[]): PaymentAllocation[] {
  const lines: LinesByName = new Map()
  for (const one of allocations) addTo(lines, one, 1)
  return filled(lines)
}

function addTo(lines: LinesByName, one: PaymentAllocation, sign: number) {
  const name = assignmentOf(one)
  const { amount = 0, tds = 0 } = lines.get(name) ?? {}
  lines.set(name, { ...one, amount: amount + sign * one.amount, tds: tds + sign * one.tds })
}

const filled = (lines: LinesByName) => [...lines.values()].filter(({ amount, tds }) => amount !== 0 || tds !== 0)

/** Lines that take the place of others. */
export type Change = CustomerLines & { instead: CustomerLines }

/**
 * How lines in SAP become others. A line that changes is set off as a whole and written anew, so that SAP can clear the two
 * against each other; null where they are the same.
 */
export function changeOf(sent: CustomerLines, wanted: CustomerLines): Change | null {
  const differ = (lines: CustomerLines, others: CustomerLines) =>
    lines.allocations.filter(one => !others.allocations.some(other => isSame(one, other)))
  const isMoved = sent.unallocated !== wanted.unallocated
  const change = {
    allocations: differ(wanted, sent),
    unallocated: isMoved ? wanted.unallocated : 0,
    instead: { allocations: differ(sent, wanted), unallocated: isMoved ? sent.unallocated : 0 },
  }
  return isMoved || change.allocations.length + change.instead.allocations.length > 0 ? change : null
}

const isSame = (one: PaymentAllocation, other: PaymentAllocation) =>
  assignmentOf(one) === assignmentOf(other) && one.amount === other.amount && one.tds === other.tds
