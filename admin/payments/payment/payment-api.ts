import { useQuery } from '@tanstack/react-query'
import { type PaymentAllocation, paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { type PaymentCallback, paymentCallback } from '../../../resources/payments/payment-callback.ts'
import { isPaid } from '../../../resources/payments/payment-states.ts'
import { type PaymentTask, paymentTask } from '../../../resources/payments/payment-task.ts'
import type { PaymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { ApiRow } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { listOf } from '../../shell/list-of.ts'

export type PaymentRow = PaymentTransaction & ApiRow
export type AllocationRow = PaymentAllocation & ApiRow
export type CallbackRow = PaymentCallback & ApiRow
export type TaskRow = PaymentTask & ApiRow

/** The address of the receipt of a payment, as a PDF. */
export const receiptAddress = (id: number) => `/api/payments/${id}/receipt`

/** Whether a payment has a receipt to download. */
export const hasReceipt = (payment: Pick<PaymentRow, 'status' | 'receiptNo'>) =>
  Boolean(payment.receiptNo) && isPaid(payment)

export const useAllocations = (transactionId: number) =>
  usePart<AllocationRow>(paymentAllocation.path, { transactionId })

/** By the number that they name: a forged one is no part of the payment, and has to be seen. */
export const useCallbacks = (txnNo: string) => usePart<CallbackRow>(paymentCallback.path, { txnNo })

export const useTasks = (transactionId: number) => usePart<TaskRow>(paymentTask.path, { transactionId })

const usePart = <Row>(path: string, of: { transactionId: number } | { txnNo: string }) =>
  useQuery<Row[], Refusal>({
    queryKey: ['payment-part', path, of],
    queryFn: () => listOf<Row>(path, { ...of, $sort: { id: 1 } }),
  })
