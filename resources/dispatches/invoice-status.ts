import type { DeliveryStatus } from '../trade.ts'
import type { Invoice } from './invoice.ts'
import type { LrLine } from './lr-line.ts'

/** A part of an invoice on an LR. */
export type Travelled = Pick<LrLine, 'packages' | 'outcome'> & { status: DeliveryStatus }

/** Whether a part of an invoice counts as sent: its LR is not cancelled, and it was not taken back to be sent again. */
export const isSent = ({ status, outcome }: Pick<Travelled, 'status' | 'outcome'>): boolean =>
  status !== 'CANCELLED' && outcome !== 'SENT_AGAIN'

/**
 * How far the goods of an invoice have come, by the LRs that carry its parts. `packages` is the number of them in all,
 * null while it goes out as a whole.
 */
export function dispatchStatusOf(packages: number | null, parts: readonly Travelled[]): Invoice['dispatchStatus'] {
  const sent = parts.filter(isSent)
  if (sent.length === 0) return 'PENDING'
  const statuses = new Set(sent.map(({ status }) => status))
  const isWhole = packages === null || sent.reduce((all, part) => all + part.packages, 0) >= packages
  if (!isWhole) return 'PARTIAL'
  if (statuses.size === 1) return asWhole[[...statuses][0]!] ?? 'ON_LR'
  // What came back or was lost asks for a decision, whatever the other parts do.
  if (sent.some(({ status, outcome }) => status === 'RETURNED' && outcome === 'NONE')) return 'RETURNED'
  if (sent.some(({ status, outcome }) => status === 'LOST' && outcome === 'NONE')) return 'LOST'
  const arrived = sent.filter(({ status }) => status === 'DELIVERED' || status === 'PARTIAL_DELIVERED')
  const open = sent.filter(part => !ended(part))
  if (arrived.length > 0) return open.length > 0 || statuses.has('PARTIAL_DELIVERED') ? 'PARTIAL' : 'DELIVERED'
  return 'ON_LR'
}

const ended = ({ status, outcome }: Travelled) =>
  status === 'DELIVERED' || status === 'PARTIAL_DELIVERED' || outcome === 'SETTLED'

const asWhole: Partial<Record<DeliveryStatus, Invoice['dispatchStatus']>> = {
  DELIVERED: 'DELIVERED',
  PARTIAL_DELIVERED: 'PARTIAL',
  RETURNED: 'RETURNED',
  LOST: 'LOST',
}
