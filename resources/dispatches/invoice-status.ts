import { sum } from '../define/amounts.ts'
import type { DeliveryStatus } from '../trade.ts'
import type { Invoice } from './invoice.ts'
import type { LrLine } from './lr-line.ts'

/** Goods of an invoice on an LR or with a collection, and how far these are. `qty` in thousandths. */
export interface Travelled {
  qty: number
  outcome: LrLine['outcome']
  status: DeliveryStatus | 'PWC_READY' | 'COLLECTED'
}

/** Whether goods count as sent: their LR is not cancelled, and they were not taken back to be sent again. */
export const isSent = ({ status, outcome }: Pick<Travelled, 'status' | 'outcome'>): boolean =>
  status !== 'CANCELLED' && outcome !== 'SENT_AGAIN'

/** How far the goods of an invoice have come, of which it bills `billedQty`, by the LRs and collections that carry them. */
export function dispatchStatusOf(billedQty: number, parts: readonly Travelled[]): Invoice['dispatchStatus'] {
  const sent = parts.filter(isSent)
  if (sent.length === 0) return 'PENDING'
  const statuses = new Set(sent.map(({ status }) => status))
  if (sum(sent.map(({ qty }) => qty)) < billedQty) return 'PARTIAL'
  if (statuses.size === 1) return asWhole[[...statuses][0]!] ?? 'ON_LR'
  // What came back or was lost asks for a decision, whatever the other parts do.
  if (sent.some(({ status, outcome }) => status === 'RETURNED' && outcome === 'NONE')) return 'RETURNED'
  if (sent.some(({ status, outcome }) => status === 'LOST' && outcome === 'NONE')) return 'LOST'
  const arrived = sent.filter(({ status }) => arrivedStates.includes(status))
  const open = sent.filter(part => !ended(part))
  if (arrived.length > 0) return open.length > 0 || statuses.has('PARTIAL_DELIVERED') ? 'PARTIAL' : 'DELIVERED'
  return 'ON_LR'
}

const arrivedStates: readonly Travelled['status'][] = ['DELIVERED', 'PARTIAL_DELIVERED', 'COLLECTED']

const ended = ({ status, outcome }: Travelled) => arrivedStates.includes(status) || outcome === 'SETTLED'

const asWhole: Partial<Record<Travelled['status'], Invoice['dispatchStatus']>> = {
  DELIVERED: 'DELIVERED',
  PARTIAL_DELIVERED: 'PARTIAL',
  RETURNED: 'RETURNED',
  LOST: 'LOST',
  PWC_READY: 'PWC_READY',
  COLLECTED: 'COLLECTED',
}
