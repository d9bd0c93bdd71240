import type { DeliveryStatus } from '../trade.ts'
import type { TrackingStep } from './tracking-steps.ts'

/** A consignment as the public may see it with its PIN code or mobile number: no prices, no address beyond the city. */
export interface Tracked {
  shipmentNo: string
  lrNo: string
  carrier: string
  carrierLink: string | null
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
