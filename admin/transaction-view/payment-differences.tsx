import { paymentDifference } from '../../resources/payments/payment-difference.ts'
import { RecordPages } from '../derive/show/record-pages.tsx'

/** Where the portal and the gateways differ, until two people close it. */
export default function PaymentDifferences() {
  return <RecordPages resource={paymentDifference} />
}
