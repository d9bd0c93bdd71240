import { paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import type { PaymentResult } from '../../../resources/payments/payment-result.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { session } from '../../account/session.ts'
import { api } from '../../shell/api.ts'
import { listOf } from '../../shell/list-of.ts'
import type { AllocationRow, PaymentRow } from '../payment/payment-api.ts'

/** Which payment an address names, and the token of whoever came back from the gateway. */
export const payerQuery = (query: URLSearchParams) => ({
  txn: query.get('txn') ?? '',
  ...(query.has('token') && { token: query.get('token') }),
})

/** How a payment stands. The address never says it. Rejects with a `Refusal`. */
export const readResult = async (query: URLSearchParams): Promise<PaymentResult> =>
  (await api.get<PaymentResult>('/payments/result', { params: payerQuery(query) })).data

/** The payment with what it settles, for whoever is signed in and may read it; undefined for others. */
export async function readWhole(txnNo: string): Promise<{ payment: PaymentRow; items: AllocationRow[] } | undefined> {
  if (!(await session())) return undefined
  const [payment] = await listOf<PaymentRow>(paymentTransaction.path, { txnNo })
  if (!payment) return undefined
  const items = await listOf<AllocationRow>(paymentAllocation.path, { transactionId: payment.id, $sort: { id: 1 } })
  return { payment, items }
}
