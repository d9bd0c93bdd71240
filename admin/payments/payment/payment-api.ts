import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Resource } from '../../../resources/define/resource.ts'
import { rupees, showNumber } from '../../../resources/define/show.ts'
import type { showMoney } from '../../../resources/payments/commands/results.ts'
import { type CaptureAllocation, captureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type PaymentAllocation, paymentAllocation } from '../../../resources/payments/payment-allocation.ts'
import { type PaymentCallback, paymentCallback } from '../../../resources/payments/payment-callback.ts'
import { type PaymentDecision, paymentDecision } from '../../../resources/payments/payment-decision.ts'
import { type PaymentTask, paymentTask } from '../../../resources/payments/payment-task.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { useMay } from '../../account/person.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import type { ApiRow } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'

export type PaymentRow = PaymentTransaction & ApiRow
export type PlanRow = PaymentAllocation & ApiRow
export type CaptureRow = PaymentCapture & ApiRow
export type PlacedRow = CaptureAllocation & ApiRow
export type RefundRow = Refund & ApiRow
export type CallbackRow = PaymentCallback & ApiRow
export type DecisionRow = PaymentDecision & ApiRow
export type TaskRow = PaymentTask & ApiRow

const money = at<typeof showMoney>('GET payments/{id}/money')

/** What an act about money changes: whoever shows these asks anew. */
export const moneyPaths: readonly string[] = [
  ...[
    paymentTransaction.path,
    paymentCapture.path,
    captureAllocation.path,
    refund.path,
    paymentTask.path,
    paymentDecision.path,
  ],
  ...['payments/money', 'payments/on-account', 'payments/under-way', 'payments/cart'],
]

/** Asks anew whatever shows money, after an act. */
export function useMoneyMoved(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.some(isAboutMoney) })
}
const isAboutMoney = (part: unknown) => part === 'payment-part' || moneyPaths.includes(part as string)

/** The address of the receipt of a payment, as a PDF. */
export const receiptAddress = (id: number) => `/api/payments/${id}/receipt`

/** Whether a payment has a receipt to download. */
export const hasReceipt = (payment: Pick<PaymentRow, 'receiptNo'>) => Boolean(payment.receiptNo)

/** An amount of a capture, which may be in another currency than rupees. */
export const amountIn = (currency: string, amount: number) =>
  currency === 'INR' ? rupees(amount) : `${currency} ${showNumber(amount, 2)}`

/** What moved for a payment, and what the reader may do about it. */
export const useMoney = (id: number) => useAsk(money, { id }, { shows: moneyPaths })

export const usePlan = (transactionId: number) => usePart<PlanRow>(paymentAllocation, { transactionId })

/** What gateways took for a payment, with where the rupees are and what goes back. */
export function useCaptures(paymentId: number | undefined) {
  const may = useMay()
  const of = { transactionId: paymentId ?? 0 }
  const isKnown = paymentId !== undefined
  const captures = usePart<CaptureRow>(paymentCapture, of, isKnown)
  const placed = usePart<PlacedRow>(captureAllocation, of, isKnown)
  const refunds = usePart<RefundRow>(refund, of, isKnown && may('read', refund.path))
  return {
    captures: captures.data,
    placed: placed.data ?? [],
    refunds: refunds.data ?? [],
    error: captures.error ?? placed.error,
    refetch: () => void Promise.all([captures.refetch(), placed.refetch()]),
  }
}

/** By the number that they name: a forged one is no part of the payment, and has to be seen. */
export const useCallbacks = (txnNo: string) => usePart<CallbackRow>(paymentCallback, { txnNo })

/** The decision by hand that waits for a second person; undefined where none does. */
export function useDecision(transactionId: number): DecisionRow | undefined {
  const may = useMay()
  const { data } = usePart<DecisionRow>(paymentDecision, { transactionId }, may('read', paymentDecision.path))
  return data?.find(({ status }) => status === 'PROPOSED')
}

export const useTasks = (transactionId: number) => usePart<TaskRow>(paymentTask, { transactionId })

const usePart = <Row>(resource: Resource, of: { transactionId: number } | { txnNo: string }, enabled = true) =>
  useQuery<Row[], Refusal>({
    queryKey: ['payment-part', resource.path, of],
    enabled,
    queryFn: () => rowsOf(resource).all<Row>({ where: of, sort: { id: 1 } }),
  })
