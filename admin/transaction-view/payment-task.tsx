import { paymentTask } from '../../resources/payments/payment-task.ts'
import { RecordPages } from '../derive/show/record-pages.tsx'

/** A task of Finance about a payment, with what was done. */
export default function PaymentTask() {
  return <RecordPages resource={paymentTask} />
}
