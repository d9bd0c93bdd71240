import type { OptionWords } from '../define/fields.ts'
import type { DeliveryStatus } from '../trade.ts'

/** The label of each delivery status, for our own desks. */
export const statusLabels: Readonly<Record<DeliveryStatus, string>> = {
  BOOKED: 'Booked with the transporter',
  IN_TRANSIT: 'In transit',
  AT_HUB: 'At the transporter’s hub',
  OUT_FOR_DELIVERY: 'Out for delivery',
  DELIVERED: 'Delivered',
  PARTIAL_DELIVERED: 'Partly delivered',
  UNDELIVERED: 'Delivery tried, not delivered',
  RETURNED: 'Returned to the sender',
  LOST: 'Lost',
  CANCELLED: 'Cancelled',
}

/** What buyers read where our words would not be theirs. */
const forBuyers: Partial<Record<DeliveryStatus, string>> = {
  BOOKED: 'Handed over to the transporter',
  IN_TRANSIT: 'On its way to you',
  PARTIAL_DELIVERED: 'Partly delivered, the rest is being looked for',
  UNDELIVERED: 'Delivery was tried, and will be tried again',
  RETURNED: 'Came back to us',
  LOST: 'Lost on the way',
  CANCELLED: 'Not sent with this transporter',
}

/** A delivery status in lists and files. */
export const deliveryStatusWords: OptionWords = { staff: statusLabels, buyer: forBuyers }

/** What transporters read where our words would not be theirs. */
const forTransporters: Partial<Record<DeliveryStatus, string>> = {
  BOOKED: 'Booked with you',
  AT_HUB: 'At your hub',
  RETURNED: 'Returned to the consignor',
}

/** Who reads the status of a consignment: our own people, those who buy, or those who carry. */
export type StatusReader = 'staff' | 'buyer' | 'transporter'

/** In whose words a person of this kind reads a delivery status. */
export const statusReaderOf = (userType: string): StatusReader =>
  userType === 'CUSTOMER' ? 'buyer' : userType === 'TRANSPORTER' ? 'transporter' : 'staff'

/** A delivery status in the words of its reader. */
export function statusText(status: DeliveryStatus, reader: StatusReader): string {
  const own = reader === 'buyer' ? forBuyers : reader === 'transporter' ? forTransporters : {}
  return own[status] ?? statusLabels[status]
}

/** Why goods could not be handed over; the first four are up to the consignee. */
export const failureReasons = {
  CLOSED: 'The place was closed',
  REFUSED: 'The consignee refused the goods',
  ADDRESS: 'The address was wrong or not found',
  TO_PAY_UNPAID: 'The consignee did not pay the freight',
  VEHICLE: 'The vehicle broke down or was late',
  OTHER: 'Something else',
} as const
export type FailureReason = keyof typeof failureReasons
