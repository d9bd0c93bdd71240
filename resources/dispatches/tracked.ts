import type { DeliveryStatus } from '../trade.ts'
import type { TrackingStep } from './tracking-steps.ts'

/** A consignment as the public may see it with its PIN code or mobile number: no prices, no address beyond the city. */
export interface Tracked {
  shipmentNo: string
  lrNo: string
  transporter: string
  transporterLink: string | null
  status: DeliveryStatus
  statusLabel: string
  steps: TrackingStep[]
  dispatchedOn: string
  expectedOn: string
  deliveredOn: string | null
  packages: number
  fromCity: string
  toCity: string
  podAvailable: boolean
  /** The other consignments of the same order or invoice, newest first. */
  others: { shipmentNo: string; lrNo: string; statusLabel: string; dispatchedOn: string }[]
}

/** Goods of an order or invoice that no transporter has: they wait, or the buyer fetches them. */
export interface NotYetSent {
  stage: keyof typeof stageLabels
  stageLabel: string
  number: string
  /** The business day of the order or invoice. */
  since: string
}

/** What is said of goods that no transporter has. */
export const stageLabels = {
  WAITING: 'Not yet dispatched',
  READY: 'Ready for you to collect',
  COLLECTED: 'Collected',
  CANCELLED: 'Cancelled',
} as const

export const isSent = (found: Tracked | NotYetSent): found is Tracked => 'lrNo' in found
