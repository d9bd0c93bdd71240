import type { Lr } from './lr.ts'

/** An LR that was created, with the number by which the customer tracks it. */
export interface SavedLr extends Pick<Lr, 'id' | 'lrNo' | 'expectedDeliveryDate'> {
  shipmentNo: string
}
