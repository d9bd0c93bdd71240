import type { OnTime } from '../dispatches/on-time.ts'
import type { businessLines, DeliveryStatus } from '../trade.ts'

/** What the dashboard is asked about: a period of business days, and what the shipments must have in common. */
export interface DashboardFilter {
  from: string
  to: string
  plantId: number | null
  transporterId: number | null
  businessLine: (typeof businessLines)[number] | null
}

/** The days before today that the dashboard opens with. */
export const DASHBOARD_DAYS = 30

/** The figures of the shipments that a person follows. */
export interface Dashboard extends Pick<DashboardFilter, 'from' | 'to'> {
  /** Dispatched in the period, without cancelled ones. */
  dispatched: number
  /** Of these, those that have not reached their end. */
  inTransit: number
  /** Delivered in the period, of whichever day. */
  delivered: number
  /** Due in the period, those that kept their date, and `late` those that did not. */
  onTime: OnTime & { late: number; pct: number | null }
  /** Delivered in the period and without a proof that counts. */
  podPending: number
  /** What customers gave in the period, 1 to 5, in hundredths; null while nobody did. */
  rating: { average: number | null; count: number }
  /** By status, of those dispatched in the period. */
  statuses: { status: DeliveryStatus; count: number }[]
  /** By transporter, of those due in the period, the most at first. */
  transporters: (OnTime & { id: number; name: string; pct: number | null })[]
  /** Every day of the period. */
  days: { day: string; delivered: number }[]
}

/** The statuses of goods that are with the transporter. */
export const underwayStatuses = [
  'BOOKED',
  'IN_TRANSIT',
  'AT_HUB',
  'OUT_FOR_DELIVERY',
  'UNDELIVERED',
] as const satisfies readonly DeliveryStatus[]
