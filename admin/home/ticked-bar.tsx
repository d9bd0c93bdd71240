import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { rupees } from '../../resources/define/show.ts'
import type { WorkItem } from '../../resources/home/commands.ts'
import type { listQueue } from '../../resources/orders/approvals/commands.ts'
import { queues } from '../../resources/orders/approvals/queues.ts'
import { orderProcess } from '../../resources/orders/order-process.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { Opening } from '../shell/use-quick-exit.ts'

const ApproveMany = lazy(() => import('../orders/approvals/approve-many.tsx'))

/** The ticked orders with their sum, and the button that decides those of a queue together. */
export default function TickedBar({ items, onDone }: { items: readonly WorkItem[]; onDone: () => void }) {
  const worth = items.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  return (
    <div className="work-ticked" role="status">
      <strong>{items.length} selected</strong>
      {worth > 0 && <span>{rupees(worth)}</span>}
      {[...Map.groupBy(items, ({ kind }) => kind)].map(([kind, ofQueue]) => (
        <Decide key={kind} step={kind.replace('queue-', '')} ids={ofQueue.map(({ id }) => id)} onDone={onDone} />
      ))}
      <Button type="link" onClick={onDone}>
        Clear
      </Button>
    </div>
  )
}

function Decide({ step, ids, onDone }: { step: string; ids: readonly number[]; onDone: () => void }) {
  const queue = queues.find(one => one.step === step)!
  const [isAsking, setAsking] = useState(false)
  const { data } = useAsk(
    at<typeof listQueue>('GET approval-queue'),
    { step: queue.step, $limit: 100, $skip: 0 },
    { shows: ['orders'] },
  )
  const rows = data?.data.filter(({ orderId }) => ids.includes(orderId)) ?? []
  const { label } = orderProcess.steps[queue.approves]
  return (
    <>
      <Button type="primary" disabled={rows.length === 0} onClick={() => setAsking(true)}>
        {label} {ids.length === 1 ? '1 order' : `${ids.length} orders`}
      </Button>
      {isAsking && (
        <Suspense fallback={<Opening onClose={() => setAsking(false)} />}>
          <ApproveMany
            queue={queue}
            rows={rows}
            onClose={done => {
              setAsking(false)
              if (done) onDone()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
