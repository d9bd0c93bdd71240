import { useOne } from '@refinedev/core'
import { lazy, Suspense } from 'react'
import { useParams } from 'react-router'
import { readsInternal } from '../../resources/access.ts'
import { paymentCapture } from '../../resources/payments/money/payment-capture.ts'
import { ownPayments } from '../../resources/payments/payer-lists.ts'
import { paymentTransaction } from '../../resources/payments/payment-transaction.ts'
import { usePerson } from '../account/person.ts'
import { saidOf } from '../derive/record/record-header.ts'
import { RecordPage } from '../derive/record/record-page.tsx'
import { Sections } from '../derive/record/sections.tsx'
import { readOn } from '../derive/record/when.ts'
import { Facts } from '../derive/show/facts.tsx'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import NotFound from '../shell/not-found.tsx'
import { pathOf } from '../shell/screens.ts'
import { useTitle } from '../shell/title.ts'
import { Waiting } from '../shell/waiting.tsx'
import { captureHeader } from './payment/capture-header.ts'
import { CaptureMoneyRows } from './payment/captures.tsx'
import { type CaptureRow, useCaptures } from './payment/payment-api.ts'
import '../derive/show/show.css'

const History = lazy(() => import('../derive/show/history.tsx'))

/** One capture: where its money is, what may be done with it, and whether SAP has it. */
export default function PaymentCapturePage() {
  const { id = '' } = useParams()
  return /^[1-9]\d{0,9}$/.test(id) ? <Capture key={id} id={Number(id)} /> : <NotFound />
}

function Capture({ id }: { id: number }) {
  const { user } = usePerson()
  const { result: capture, query } = useOne<CaptureRow, Refusal>({
    resource: paymentCapture.path,
    id,
    errorNotification: false,
  })
  const { placed, refunds } = useCaptures(capture?.transactionId)
  useTitle(capture && `${capture.gatewayTxnId} · Payment Capture`)
  if (query.isError && !capture) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!capture || capture.id !== id) return <Waiting />
  const ours = readsInternal(user.roles)
  const reader = ours ? 'staff' : 'buyer'
  const payment = {
    text: String(capture.texts?.transactionId),
    to: `${pathOf.list(paymentTransaction)}/show/${capture.transactionId}`,
  }
  const header = saidOf(captureHeader, capture, { reader, today: readOn() }, reader)
  return (
    <RecordPage
      header={{ ...header, keys: [payment, ...header.keys] }}
      from={
        ours
          ? { title: paymentCapture.title, path: pathOf.list(paymentCapture) }
          : { title: ownPayments.title, path: pathOf.list(paymentTransaction) }
      }
      acts={[{ key: 'print', label: 'Print', place: 'more', take: () => window.print() }]}
    >
      <CaptureMoneyRows
        capture={capture}
        placed={placed.filter(({ captureId }) => captureId === id)}
        refunds={refunds.filter(({ captureId }) => captureId === id)}
      />
      {ours && (
        <>
          <Facts resource={paymentCapture} row={capture} />
          <Sections
            sections={[
              {
                title: 'History',
                say: 'Every change of the capture',
                content: (
                  <Suspense fallback={<p role="status">Loading...</p>}>
                    <History resource={paymentCapture} row={capture} />
                  </Suspense>
                ),
              },
            ]}
          />
        </>
      )}
    </RecordPage>
  )
}
