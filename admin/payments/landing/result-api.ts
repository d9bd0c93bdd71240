import type { PaymentResult, showResult } from '../../../resources/payments/commands/results.ts'
import { paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { session } from '../../account/session.ts'
import { ask, at } from '../../derive/command/ask.ts'
import { listOf } from '../../shell/list-of.ts'
import type { AllocationRow, PaymentRow } from '../payment/payment-api.ts'

const result = at<typeof showResult>('GET payments/result')

/** How the payment stands that an address names, with the token of whoever came back from the gateway. Rejects with a `Refusal`. */
export const readResult = (query: URLSearchParams): Promise<PaymentResult> =>
  ask(result, { txn: query.get('txn') ?? '', token: query.get('token') })

/** The payment with what it settles, for whoever is signed in and may read it; undefined for others. */
export async function readWhole(txnNo: string): Promise<{ payment: PaymentRow; items: AllocationRow[] } | undefined> {
  if (!(await session())) return undefined
  const [payment] = await listOf<PaymentRow>(paymentTransaction.path, { txnNo })
  if (!payment) return undefined
  const items = await listOf<AllocationRow>(paymentAllocation.path, { transactionId: payment.id, $sort: { id: 1 } })
  return { payment, items }
}
