import type { Lr } from './lr.ts'

/** What an LR over some invoices would say; money in paise, weights in thousandths of a kilogram. */
export interface LrProposal
  extends Pick<
    Lr,
    | 'plantId'
    | 'toCityId'
    | 'lrDate'
    | 'transMode'
    | 'freightTerms'
    | 'packages'
    | 'actualWeightKg'
    | 'declaredValue'
    | 'ewayBillNo'
    | 'expectedDeliveryDate'
    | 'hasHazard'
  > {
  /** The shipping instructions of the customer. */
  instructions: string[]
  transporterId: number | null
  /** With the rates of the lane, in paise, where the carrier has one. */
  transporters: {
    id: number
    code: string
    name: string
    lane: { ratePerKg: number | null; minFreight: number } | null
  }[]
  warnings: string[]
}

/** An LR that was created, with the number by which the customer tracks it. */
export interface SavedLr extends Pick<Lr, 'id' | 'lrNo' | 'expectedDeliveryDate'> {
  shipmentNo: string
}
