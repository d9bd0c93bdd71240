import type { Lr } from './lr.ts'

/** An e-way bill of a consignment on its way. */
export interface EwayBill extends Pick<Lr, 'lrNo' | 'vehicleNo' | 'deliveryStatus' | 'expectedDeliveryDate'> {
  lrId: number
  invoiceNo: string | null
  ewayBillNo: string
  /** Null while neither the distance nor the end is entered. */
  ewayValidTo: string | null
  transporter: string
  plantId: number
  toCity: string
}

/** The e-way bills of a desk's plants, those that end first before the others. */
export interface EwayBoard {
  /** The plants that have any. */
  plants: { id: number; code: string; name: string }[]
  /** `eway.extension_hours`: before and after its end, while the validity of one can be extended. */
  extensionHours: number
  bills: EwayBill[]
  /** More are on their way than are shown. */
  isCut: boolean
}
