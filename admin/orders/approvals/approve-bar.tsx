import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { rupees } from '../../../resources/define/show.ts'
import type { QueueRow } from '../../../resources/orders/approvals/queue-row.ts'
import { MOST_AT_ONCE, type Queue } from '../../../resources/orders/approvals/queues.ts'
import { orderProcess } from '../../../resources/orders/order-process.ts'
import { Opening } from '../../shell/use-quick-exit.ts'

const ApproveMany = lazy(() => import('./approve-many.tsx'))

/**
 * The number and total value of the selected orders of a queue, and the button that approves them together. Its results
 * stay when the queue is empty by them.
 */
export function ApproveBar(bar: {
  queue: Queue
  rows: readonly QueueRow[]
  selected: ReadonlySet<number>
  onDone: () => void
}) {
  const { queue, rows, selected, onDone } = bar
  const [confirming, setConfirming] = useState<readonly QueueRow[] | null>(null)
  const picked = rows.filter(({ orderId }) => selected.has(orderId))
  const value = picked.reduce((sum, { grossValue = 0 }) => sum + grossValue, 0)
  const tooMany = picked.length > MOST_AT_ONCE
  const { label } = orderProcess.steps[queue.approves]
  return (
    <>
      {rows.length > 0 && (
        <div className={picked.length > 0 ? 'approve-bar is-on' : 'approve-bar'}>
          <span role="status">
            {picked.length === 0
              ? `Select orders to ${label.toLowerCase()} them together.`
              : tooMany
                ? `Select at most ${MOST_AT_ONCE} orders at once.`
                : `${picked.length} selected, ${rupees(value)}`}
          </span>
          <Button type="primary" disabled={picked.length === 0 || tooMany} onClick={() => setConfirming(picked)}>
            {label} {picked.length > 1 ? `${picked.length} orders` : 'selected'}
          </Button>
        </div>
      )}
      {confirming && (
        <Suspense fallback={<Opening onClose={() => setConfirming(null)} />}>
          <ApproveMany
            queue={queue}
            rows={confirming}
            onClose={done => {
              setConfirming(null)
              if (done) onDone()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
