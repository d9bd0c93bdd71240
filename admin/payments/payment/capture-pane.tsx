import { useOne } from '@refinedev/core'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { CaptureMoneyRows } from './captures.tsx'
import { type CaptureRow, useCaptures } from './payment-api.ts'

/** A capture among the work of Finance: where its rupees are, and what may be done with them. */
export default function CapturePane({ id }: { id: number }) {
  const { result: capture, query } = useOne<CaptureRow, Refusal>({
    resource: paymentCapture.path,
    id,
    errorNotification: false,
  })
  const { placed, refunds } = useCaptures(capture?.transactionId)
  if (query.isError && !capture) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!capture) return <p role="status">Loading...</p>
  return (
    <CaptureMoneyRows
      capture={capture}
      placed={placed.filter(({ captureId }) => captureId === id)}
      refunds={refunds.filter(({ captureId }) => captureId === id)}
    />
  )
}
