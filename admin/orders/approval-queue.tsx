import { keepPreviousData } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { decidesIn } from '../../resources/orders/approvals/approvers-by-step.ts'
import type { listQueue } from '../../resources/orders/approvals/commands.ts'
import type { QueueRow } from '../../resources/orders/approvals/queue-row.ts'
import { queues } from '../../resources/orders/approvals/queues.ts'
import { usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { useNarrow } from '../derive/use-narrow.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useAddress } from '../shell/use-address.ts'
import { Opening } from '../shell/use-quick-exit.ts'
import { Waiting } from '../shell/waiting.tsx'
import { ApproveBar } from './approvals/approve-bar.tsx'
import { QueueCards } from './approvals/queue-cards.tsx'
import { QueueFilters } from './approvals/queue-filters.tsx'
import {
  isQueueFiltered,
  QUEUE_PAGE_SIZE,
  type QueueState,
  queueRequest,
  readQueue,
  unfilteredQueue,
  writeQueue,
} from './approvals/queue-state.ts'
import { QueueTable } from './approvals/queue-table.tsx'
import { ListFoot } from './order-history/list-foot.tsx'
import '../derive/list/list.css'
import '../derive/show/show.css'
import './show/marks.css'
import './order-lists.css'

const QueueDrawer = lazy(() => import('./approvals/queue-drawer.tsx'))

/** Any of the seven queues, by its path: what awaits this person, the most urgent first, or what awaits others. */
export default function ApprovalQueue() {
  const { pathname } = useLocation()
  const queue = queues.find(({ path }) => pathname.startsWith(path))!
  const { user, askedAsHead } = usePerson()
  const narrow = useNarrow()
  const decides = decidesIn(user, queue.step)
  const [query, setQuery] = useAddress()
  const asIs = readQueue(query)
  const state = decides ? asIs : { ...asIs, inScope: !askedAsHead.includes(queue.step) }
  const change = (changes: Partial<QueueState>) => {
    setSelected(new Set())
    setQuery(now => writeQueue({ ...readQueue(now), ...changes }))
  }
  // At once, and not when React has time: Escape may be the next key.
  const open = (order: number | null) => setQuery(now => writeQueue({ ...readQueue(now), order }), { flushSync: true })
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const request = queueRequest(queue.step, state)
  const { data, error, isPlaceholderData, refetch } = useAsk(at<typeof listQueue>('GET approval-queue'), request, {
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  const rows = data?.data ?? []
  const bulk = queue.bulk && !state.inScope
  const list = {
    queue,
    rows,
    selected: bulk ? selected : null,
    onSelect: (ids: readonly number[], on: boolean) =>
      setSelected(before => new Set(on ? [...before, ...ids] : [...before].filter(id => !ids.includes(id)))),
    onOpen: (row: QueueRow) => open(row.orderId),
    sort: state.sort,
    onSort: (sort: string) => change({ sort, page: 1 }),
    inScope: state.inScope,
  }
  const Rows = narrow ? QueueCards : QueueTable
  return (
    <PageFrame title={queue.title} purpose={queue.purpose}>
      {decides && (
        <nav aria-label="Whose decision" className="history-tabs">
          <button
            type="button"
            aria-current={!state.inScope}
            onClick={() => change({ ...unfilteredQueue, inScope: false })}
          >
            To decide
          </button>
          <button
            type="button"
            aria-current={state.inScope}
            onClick={() => change({ ...unfilteredQueue, inScope: true })}
          >
            {user.customerId === null ? 'All in my scope' : 'All our orders'}
          </button>
        </nav>
      )}
      <QueueFilters state={state} onChange={change} isEmpty={data !== undefined && rows.length === 0} />
      {bulk && data && (
        <ApproveBar queue={queue} rows={rows} selected={selected} onDone={() => setSelected(new Set())} />
      )}
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Waiting />
      ) : rows.length === 0 ? (
        <Nothing state={state} onClear={() => change(unfilteredQueue)} />
      ) : (
        <div className={isPlaceholderData ? 'is-dim' : undefined}>
          <Rows {...list} />
          <ListFoot total={data.total} page={state.page} pageSize={QUEUE_PAGE_SIZE} onPage={page => change({ page })} />
        </div>
      )}
      <Suspense fallback={state.order !== null && <Opening onClose={() => open(null)} />}>
        <QueueDrawer orderId={state.order} onClose={() => open(null)} />
      </Suspense>
    </PageFrame>
  )
}

function Nothing({ state, onClear }: { state: QueueState; onClear: () => void }) {
  if (isQueueFiltered(state)) {
    return (
      <Empty kind="filtered" text="No waiting orders match your filters.">
        <Button onClick={onClear}>Clear filters</Button>
      </Empty>
    )
  }
  return (
    <Empty kind="done" text={state.inScope ? 'No orders in this queue.' : 'No orders for you to decide.'}>
      <ButtonLink to="/orders/order-history">Show order history</ButtonLink>
    </Empty>
  )
}
