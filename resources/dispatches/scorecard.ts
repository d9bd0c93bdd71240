import type { OnTime } from './on-time.ts'

/** How a transporter did in the last 90 days. */
export interface Scorecard extends OnTime {
  /** Business days, both included. */
  from: string
  to: string
  dispatched: number
  late: number
  /** The share that kept its date, in hundredths of a percent; null when nothing was due. */
  pct: number | null
  lost: number
  returned: number
  delivered: number
  /** Delivered more than a week ago without a proof that counts. */
  podOverdue: number
  /** Days from the delivery to its first proof, in tenths, on average; null while there is none. */
  podDelay: number | null
  /** LRs of which a proof says that packages were short or damaged. */
  damaged: number
}

/** Days after the delivery by which its proof is due. */
export const POD_DUE_DAYS = 7
