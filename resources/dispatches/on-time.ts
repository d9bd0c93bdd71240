import { shareOf } from '../define/amounts.ts'
import type { DeliveryStatus } from '../trade.ts'

/** Why a delivery failed where the consignee is the cause: such a consignment says nothing about its transporter. */
export const consigneeCauses = ['CLOSED', 'REFUSED', 'ADDRESS', 'TO_PAY_UNPAID'] as const

/** The facts of an LR that decide whether it kept its date; days are business days. */
export interface Punctuality {
  deliveryStatus: DeliveryStatus
  deliveredOn: string | null
  originalExpectedDate: string | null
  /** Whether a delivery failed because of the consignee. */
  failedByConsignee: boolean
}

/** Statuses in which goods have arrived. */
export const arrivedStatuses = ['DELIVERED', 'PARTIAL_DELIVERED'] as const satisfies readonly DeliveryStatus[]

/**
 * Whether an LR kept the date that was promised first; null while nobody can say, and where it does not count: when it
 * is cancelled, or the consignee was the cause. Lost and returned goods are late once they were due.
 */
export function keptItsDate(lr: Punctuality, today: string): boolean | null {
  const { deliveryStatus, deliveredOn, originalExpectedDate } = lr
  if (originalExpectedDate === null || deliveryStatus === 'CANCELLED' || lr.failedByConsignee) return null
  if (deliveredOn !== null && arrivedStatuses.some(status => status === deliveryStatus))
    return deliveredOn <= originalExpectedDate
  return originalExpectedDate < today ? false : null
}

/** How many LRs were due, and how many of them kept their date. */
export interface OnTime {
  due: number
  kept: number
}

/** The share of LRs that kept their date, in hundredths of a percent; null when none was due. */
export const onTimePct = ({ due, kept }: OnTime): number | null => (due === 0 ? null : shareOf(kept, due))
