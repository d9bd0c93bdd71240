import type { InvoiceLine } from './invoice-line.ts'
import type { Lr } from './lr.ts'

/** What is left of the line of an invoice. */
export interface ProposedGoods extends Pick<InvoiceLine, 'lineNo' | 'batchNo' | 'uom' | 'qty'> {
  invoiceLineId: number
  product: string
  weightKg: number
  value: number
}

/** What is left of an invoice for an LR; weight and quantities in thousandths, values with tax in paise. */
export interface ProposedLine {
  invoiceId: number
  invoiceNo: string
  weightKg: number
  value: number
  packages: number
  /** Of the whole invoice; null while no part of it has gone. */
  packagesInAll: number | null
  /** Other LRs hold parts of it, so that this one needs a delivery challan. */
  isFurther: boolean
  ewayBillNo: string | null
  ewayValidTo: string | null
  /** Above this value, in paise, it travels with an e-way bill. */
  ewayThreshold: number
  /** What is left of its lines. */
  goods: ProposedGoods[]
}

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
    | 'distanceKm'
    | 'expectedDeliveryDate'
    | 'hasHazard'
    | 'unNumber'
    | 'tremCardId'
  > {
  lines: ProposedLine[]
  /** The kilometres for which an e-way bill is valid a day, and of over-dimensional cargo. */
  ewayKmADay: number
  ewayKmADayOverDimensional: number
  /** The day of the LR lies so far back that somebody says why. */
  isBackdated: boolean
  /** The codes of the products that ask for care: hazardous ones, and those that travel cold. */
  hazardous: string[]
  cold: string[]
  /** When the ship-to takes goods in, such as 10:00-17:00. */
  deliveryWindow: string | null
  /** The shipping instructions of the customer. */
  instructions: string[]
  transporterId: number | null
  /** With the rates of the lane, in paise, where the transporter has one. */
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

/** An invoice that waits for an LR; weight in thousandths of a kilogram, value with tax in paise, both of what remains. */
export interface WaitingInvoice {
  id: number
  invoiceNo: string
  invoiceDate: string
  soldTo: string
  orderNo: string | null
  freightTerms: Lr['freightTerms'] | null
  weightKg: number
  value: number
  packages: number
  /** A part of it has gone. */
  isPart: boolean
}

/** The invoices that wait for one ship-to. */
export interface WaitingGroup {
  shipToId: number | null
  shipTo: string
  city: string | null
  deliveryWindow: string | null
  invoices: WaitingInvoice[]
}

/** The invoices of one plant that wait, and the plants with waiting invoices. */
export interface WaitingInvoices {
  plantId: number | null
  plants: { id: number; code: string; name: string; waiting: number }[]
  groups: WaitingGroup[]
  /** More wait than are shown. */
  isCut: boolean
}
