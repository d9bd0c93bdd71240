import { paymentRefund } from '../../resources/payments/payment-refund.ts'
import { RecordPages } from '../derive/show/record-pages.tsx'

/** Refunds and chargebacks, entered by one person and confirmed by another. */
export default function PaymentRefunds() {
  return <RecordPages resource={paymentRefund} />
}
