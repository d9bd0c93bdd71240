import { useOne } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { readsInternal } from '../../../resources/access.ts'
import { rupees } from '../../../resources/define/show.ts'
import { handOverPath } from '../../../resources/payments/hand-over-path.ts'
import { ownPayments } from '../../../resources/payments/payer-lists.ts'
import { paymentCallback } from '../../../resources/payments/payment-callback.ts'
import { paymentCart } from '../../../resources/payments/payment-cart.ts'
import { paymentTask } from '../../../resources/payments/payment-task.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { usePerson } from '../../account/person.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import type { RecordAct } from '../../derive/record/record-acts.ts'
import { saidOf } from '../../derive/record/record-header.ts'
import { RecordPage } from '../../derive/record/record-page.tsx'
import { readOn } from '../../derive/record/when.ts'
import { Facts } from '../../derive/show/facts.tsx'
import { momentText, optionText } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { FactList } from '../../shell/fact-list.tsx'
import { Failure } from '../../shell/failure.tsx'
import { pathOf } from '../../shell/screens.ts'
import { useTitle } from '../../shell/title.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { Allocations } from './allocations.tsx'
import { CheckPayments } from './check-payments.tsx'
import { hasReceipt, type PaymentRow, receiptAddress } from './payment-api.ts'
import { paymentHeader } from './payment-header.ts'
import '../../derive/show/show.css'

const History = lazy(() => import('../../derive/show/history.tsx'))
const Callbacks = lazy(() => import('./callbacks.tsx'))
const Tasks = lazy(() => import('./payment-tasks.tsx'))

/** One payment: how it stands, what it pays, its receipt, and for our people everything that is known of it. */
export default function PaymentPage({ id }: { id: number }) {
  const { user, may } = usePerson()
  const queries = useQueryClient()
  const { result: payment, query } = useOne<PaymentRow, Refusal>({
    resource: paymentTransaction.path,
    id,
    errorNotification: false,
    queryOptions: { refetchInterval: ({ state }) => (state.data?.data.status === 'PENDING' ? 30_000 : false) },
  })
  useTitle(payment && `${payment.txnNo} · Payment`)
  const { actions, dialog } = useActions(paymentTransaction, payment ? [payment] : [], () => {
    void queries.invalidateQueries({ queryKey: ['payment-part'] })
  })
  if (query.isError && !payment) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!payment || payment.id !== id) return <Waiting />
  const ours = readsInternal(user.roles)
  const reader = ours ? 'staff' : 'buyer'
  return (
    <RecordPage
      header={saidOf(paymentHeader, payment, { reader, today: readOn() }, reader)}
      from={{ title: (ours ? paymentTransaction : ownPayments).title, path: pathOf.list(paymentTransaction) }}
      acts={[
        ...(payment.status === 'CREATED' && may('approve', paymentCart.path)
          ? [
              {
                key: 'pay',
                label: 'Continue to payment',
                place: 'primary',
                href: handOverPath(payment.txnNo),
                opens: true,
              } as const,
            ]
          : []),
        ...(hasReceipt(payment)
          ? [{ key: 'receipt', label: 'Download receipt', place: 'primary', href: receiptAddress(id) } as const]
          : []),
        ...actions.map(
          ({ name, action, take }): RecordAct => ({
            key: name,
            label: action.label,
            place: action.danger ? 'more' : 'beside',
            danger: action.danger ?? false,
            take,
          }),
        ),
        { key: 'print', label: 'Print', place: 'more', take: () => window.print() },
      ]}
    >
      <CheckPayments rows={[payment]} />
      <section className="panel" aria-labelledby="payment-facts">
        <h2 id="payment-facts">Payment</h2>
        <FactList className="facts" facts={factsOf(payment)} />
      </section>
      <Allocations payment={payment} />
      <Suspense fallback={null}>
        {may('read', paymentTask.path) && <Tasks transactionId={id} />}
        {may('read', paymentCallback.path) && <Callbacks txnNo={payment.txnNo} />}
      </Suspense>
      {ours && <Facts resource={paymentTransaction} row={payment} />}
      {ours && (
        <Suspense fallback={<p role="status">Loading...</p>}>
          <History resource={paymentTransaction} row={payment} />
        </Suspense>
      )}
      {dialog}
    </RecordPage>
  )
}

const factsOf = (payment: PaymentRow): [string, React.ReactNode][] => [
  ['Customer', payment.texts?.customerId],
  ['Amount', rupees(payment.amount)],
  ['Gateway charges', payment.chargesAmount ? `${rupees(payment.chargesAmount)}, taken by the gateway on top` : null],
  ['On account', payment.unallocatedAmount > 0 && rupees(payment.unallocatedAmount)],
  ['Refunded', payment.refundedAmount > 0 && rupees(payment.refundedAmount)],
  ['Paid', payment.paidAt && momentText(payment.paidAt)],
  ['Mode', payment.paymentMode && optionText(payment.paymentMode)],
  ['Bank reference', payment.bankRefNo],
  ['Receipt', payment.receiptNo],
  ['Created', momentText(payment.createdAt)],
]
