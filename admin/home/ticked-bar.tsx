import { Button } from 'antd'
import { rupees } from '../../resources/define/show.ts'
import type { WorkItem } from '../../resources/home/commands.ts'
import type { listQueue } from '../../resources/orders/approvals/commands.ts'
import type { QueueRow } from '../../resources/orders/approvals/queue-row.ts'
import { type Queue, queues } from '../../resources/orders/approvals/queues.ts'
import { orderProcess } from '../../resources/orders/order-process.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { pageOf } from '../http/asked.ts'

/** The orders of one queue that are decided together, as they were when that was asked for. */
export interface DecidedTogether {
  queue: Queue
  rows: readonly QueueRow[]
}

/** The ticked orders with their sum, and the button that decides those of a queue together. */
export default function TickedBar({
  items,
  onDecide,
  onClear,
}: {
  items: readonly WorkItem[]
  onDecide: (together: DecidedTogether) => void
  onClear: () => void
}) {
  const worth = items.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  return (
    <div className="work-ticked" role="status">
      <strong>{items.length} selected</strong>
      {worth > 0 && <span>{rupees(worth)}</span>}
      {[...Map.groupBy(items, ({ kind }) => kind)].map(([kind, ofQueue]) => (
        <Decide
          key={kind}
          step={kind.replace('queue-', '')}
          ids={ofQueue.map(({ id }) => id)}
          onDecide={onDecide}
          isMain
          label={verb => `${verb} ${ofQueue.length === 1 ? '1 order' : `${ofQueue.length} orders`}`}
        />
      ))}
      <Button type="link" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}

/** Approves orders of one queue, or accepts them, once that is confirmed. */
export function Decide({
  step,
  ids,
  onDecide,
  label,
  isMain = false,
}: {
  step: string
  ids: readonly number[]
  onDecide: (together: DecidedTogether) => void
  label: (verb: string) => string
  isMain?: boolean
}) {
  const queue = queues.find(one => one.step === step)!
  const { data } = useAsk(
    at<typeof listQueue>('GET approval-queue'),
    { step: queue.step, ...pageOf(100) },
    { shows: ['orders'] },
  )
  const rows = data?.data.filter(({ orderId }) => ids.includes(orderId)) ?? []
  return (
    <Button
      {...(isMain && { type: 'primary' as const })}
      disabled={rows.length === 0}
      onClick={() => onDecide({ queue, rows })}
    >
      {label(orderProcess.steps[queue.approves].label)}
    </Button>
  )
}
