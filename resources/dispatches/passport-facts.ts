import type { Order } from '../orders/order.ts'
import type { Feedback } from '../shipment-tracking/feedback.ts'
import type { TransporterBill } from './bills/transporter-bill.ts'
import type { Lr } from './lr.ts'
import type { LrLine } from './lr-line.ts'
import type { StatusReader } from './lr-status.ts'
import type { Read } from './passport-part.ts'
import type { PaymentFacts } from './passport-payment.ts'
import type { Pod } from './pods/pod.ts'

/** What is known of a dispatch. A list is empty where its reader may read none of its rows. */
export interface PassportFacts extends PaymentFacts {
  lr: Pick<Lr, 'id' | 'lrNo' | 'lrDate' | 'deliveryStatus' | 'deliveredOn' | 'expectedDeliveryDate' | 'podStatus'>
  orders: readonly Read<Order>[]
  /** The invoices that bill orders of the portal, whoever may read these. */
  ordered: readonly number[]
  lines: readonly Read<LrLine>[]
  /** The invoice of some of the goods is cancelled, and SAP has not billed them again yet. */
  isBeingCorrected: boolean
  /** Null where its reader may read no PODs at all. */
  pods: readonly Read<Pod>[] | null
  feedbacks: readonly Read<Feedback>[]
  bills: readonly Read<TransporterBill>[]
  /** Whether the reader may know of the transporters’ bills. */
  readsBills: boolean
  /** The value in paise above which goods go this way with an e-way bill; null where it is not known. */
  ewayAbove: number | null
  /** Says that this value is not confirmed. */
  ewayNote: string | null
  /** What an e-way bill counts of each line of the LR, where that is less than its value. */
  ewayValues: ReadonlyMap<number, number>
}

/** When and by whom a passport is read: `at` is an instant. */
export interface PassportReader {
  at: string
  reader: StatusReader
}

/** Statuses in which the goods are no longer on their way. */
export const ended: readonly Lr['deliveryStatus'][] = [
  'DELIVERED',
  'PARTIAL_DELIVERED',
  'RETURNED',
  'LOST',
  'CANCELLED',
]
export const arrived: readonly Lr['deliveryStatus'][] = ['DELIVERED', 'PARTIAL_DELIVERED']
