import type { OptionWords } from '../define/fields.ts'
import { wordOf, wordsFor } from '../define/process/states.ts'
import type { DeliveryStatus } from '../trade.ts'
import { lrStates } from './lr-states.ts'

/** Each delivery status in the words of our own desks. */
export const statusLabels: Readonly<Record<DeliveryStatus, string>> = wordsFor(lrStates, 'staff')

/** A delivery status in lists and files. */
export const deliveryStatusWords: OptionWords = { staff: statusLabels, buyer: wordsFor(lrStates, 'buyer') }

/** Who reads the status of a consignment: our own people, those who buy, or those who carry. */
export type StatusReader = 'staff' | 'buyer' | 'transporter'

/** In whose words a person of this kind reads a delivery status. */
export const statusReaderOf = (userType: string): StatusReader =>
  userType === 'CUSTOMER' ? 'buyer' : userType === 'TRANSPORTER' ? 'transporter' : 'staff'

/** A delivery status in the words of its reader. */
export const statusText = (status: DeliveryStatus, reader: StatusReader): string =>
  wordOf(lrStates, status, reader === 'transporter' ? 'carrier' : reader)

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
