import { useOne } from '@refinedev/core'
import { lazy, Suspense } from 'react'
import { readsInternal } from '../../../resources/access.ts'
import { ownPayments } from '../../../resources/payments/payer-lists.ts'
import { paymentCallback } from '../../../resources/payments/payment-callback.ts'
import { isUndecided } from '../../../resources/payments/payment-states.ts'
import { paymentTask } from '../../../resources/payments/payment-task.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { usePerson } from '../../account/person.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import type { RecordAct } from '../../derive/record/record-acts.ts'
import { saidOf } from '../../derive/record/record-header.ts'
import { RecordPage } from '../../derive/record/record-page.tsx'
import { Sections } from '../../derive/record/sections.tsx'
import { readOn } from '../../derive/record/when.ts'
import { Facts } from '../../derive/show/facts.tsx'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { pathOf } from '../../shell/screens.ts'
import { useTitle } from '../../shell/title.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { CaptureMoneyRows } from './captures.tsx'
import { MoneyTimeline } from './money-timeline.tsx'
import { usePayerActs } from './payer-acts.ts'
import {
  hasReceipt,
  type PaymentRow,
  receiptAddress,
  useCaptures,
  useDecision,
  useMoney,
  useMoneyMoved,
} from './payment-api.ts'
import { paymentHeader } from './payment-header.ts'
import { Plan } from './plan.tsx'
import { useFinanceActs } from './use-finance-acts.tsx'
import '../../derive/show/show.css'

const History = lazy(() => import('../../derive/show/history.tsx'))
const Callbacks = lazy(() => import('./callbacks.tsx'))
const Decision = lazy(() => import('../acts/decision.tsx'))
const Tasks = lazy(() => import('./payment-tasks.tsx'))

/** One payment: how it stands, where its money is, what moved, its receipt, and for our people all that is known of it. */
export default function PaymentPage({ id }: { id: number }) {
  const { user, may } = usePerson()
  const { result: payment, query } = useOne<PaymentRow, Refusal>({
    resource: paymentTransaction.path,
    id,
    errorNotification: false,
    queryOptions: {
      refetchInterval: ({ state }) => (state.data && isUndecided(state.data.data) ? 30_000 : false),
    },
  })
  const money = useMoney(id)
  const { captures, placed, refunds, error, refetch } = useCaptures(id)
  const moved = useMoneyMoved()
  useTitle(payment && `${payment.txnNo} · Payment`)
  const { actions, dialog } = useActions(paymentTransaction, payment ? [payment] : [], () => void moved())
  const payer = usePayerActs(payment, money.data?.may, moved)
  const finance = useFinanceActs(payment)
  const decision = useDecision(id)
  if (query.isError && !payment) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!payment || payment.id !== id) return <Waiting />
  const ours = readsInternal(user.roles)
  const reader = ours ? 'staff' : 'buyer'
  const decideBy = captures?.find(one => one.unresolvedAmount > 0)?.decideBy
  const beside = { reader, today: readOn(), now: new Date().toISOString(), decideBy } as const
  return (
    <RecordPage
      header={saidOf(paymentHeader, payment, beside, reader)}
      from={{ title: (ours ? paymentTransaction : ownPayments).title, path: pathOf.list(paymentTransaction) }}
      acts={[
        ...payer.acts.map(
          ({ name, label, busy, take }, at): RecordAct => ({
            ...{ key: name, label, busy, take },
            place: at === 0 ? 'primary' : 'beside',
          }),
        ),
        ...(hasReceipt(payment)
          ? [{ key: 'receipt', label: 'Download receipt', place: 'primary', href: receiptAddress(id) } as const]
          : []),
        ...finance.acts,
        ...actions.map(
          ({ name, action, take }): RecordAct => ({ key: name, label: action.label, place: 'more', take }),
        ),
        { key: 'print', label: 'Print', place: 'more', take: () => window.print() },
      ]}
    >
      {(payer.said || finance.said) && (
        <div className="notice-box" role="status">
          <p>{payer.said || finance.said}</p>
        </div>
      )}
      {decision && (
        <Suspense fallback={null}>
          <Decision decision={decision} />
        </Suspense>
      )}
      {error && <Failure error={error} onRetry={refetch} />}
      {captures?.length === 0 && <Plan payment={payment} />}
      {captures?.map(capture => (
        <CaptureMoneyRows
          key={capture.id}
          capture={capture}
          placed={placed.filter(({ captureId }) => captureId === capture.id)}
          refunds={refunds.filter(({ captureId }) => captureId === capture.id)}
        />
      ))}
      {money.error && !money.data && <Failure error={money.error} onRetry={() => void money.refetch()} />}
      {money.data && money.data.events.length > 0 && <MoneyTimeline events={money.data.events} />}
      <Suspense fallback={null}>
        {may('read', paymentTask.path) && <Tasks transactionId={id} />}
        {may('read', paymentCallback.path) && <Callbacks txnNo={payment.txnNo} />}
      </Suspense>
      {ours && (
        <Sections
          sections={[
            {
              title: 'All values',
              say: 'Every column of the payment',
              content: <Facts resource={paymentTransaction} row={payment} />,
            },
            {
              title: 'History',
              say: 'Every change of the payment',
              content: (
                <Suspense fallback={<p role="status">Loading...</p>}>
                  <History resource={paymentTransaction} row={payment} />
                </Suspense>
              ),
            },
          ]}
        />
      )}
      {finance.dialog}
      {dialog}
    </RecordPage>
  )
}
