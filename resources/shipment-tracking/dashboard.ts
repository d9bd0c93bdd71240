import type { DeliveryStatus } from '../trade.ts'

/** The days before today that the dashboard opens with. */
export const DASHBOARD_DAYS = 30

/** The statuses of goods that are with the transporter. */
export const underwayStatuses = [
  'BOOKED',
  'IN_TRANSIT',
  'AT_HUB',
  'OUT_FOR_DELIVERY',
  'UNDELIVERED',
] as const satisfies readonly DeliveryStatus[]
