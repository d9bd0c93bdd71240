import type { UsualDuration } from '../approvals/usual-hours.ts'
import type { ApprovalAhead, Quote } from '../quote/quote.ts'
import type { MastersOf } from './simulators.ts'

/** What an order of any day would come to. */
export interface Simulation extends Omit<Quote, 'approvals'> {
  orderDate: string
  /** UNKNOWN: the portal did not know the customer on that day, and answers by the masters of today. */
  masters: MastersOf | 'UNKNOWN'
  /** The rows behind a past answer that have changed since: their version then and now. */
  changedSince?: { resource: string; id: number; rowVersion: number; now: number }[]
  approvals: (Omit<ApprovalAhead, 'sbuId'> & { usual: UsualDuration | null })[]
}
