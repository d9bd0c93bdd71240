import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { ownColumns } from '../../resources/columns.ts'
import type { ListPage } from '../../resources/define/list-page.ts'
import { order } from '../../resources/orders/order.ts'
import { mayTakeStep } from '../../resources/orders/order-process.ts'
import { usePerson } from '../account/person.ts'
import { leadNames } from '../derive/list/leads.ts'
import { readableColumns } from '../derive/list/readable-columns.ts'
import { useNarrow } from '../derive/use-narrow.ts'
import type { Refusal } from '../shell/api.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { rowsOf } from '../shell/rows.ts'
import { useAddress } from '../shell/use-address.ts'
import { Opening } from '../shell/use-quick-exit.ts'
import { Waiting } from '../shell/waiting.tsx'
import { HistoryCards } from './order-history/history-cards.tsx'
import { HistoryFilters } from './order-history/history-filters.tsx'
import {
  HISTORY_PAGE_SIZE,
  type HistoryState,
  historyRequest,
  isHistoryFiltered,
  OPEN,
  readHistory,
  unfilteredHistory,
  writeHistory,
} from './order-history/history-state.ts'
import { HistoryTable } from './order-history/history-table.tsx'
import { ListFoot } from './order-history/list-foot.tsx'
import type { OrderRow } from './order-rows.ts'
import { useStatusReader } from './show/status-mark.tsx'
import '../derive/list/list.css'
import '../derive/show/show.css'
import './show/marks.css'
import './order-lists.css'

const TimelineDrawer = lazy(() => import('./show/timeline-drawer.tsx'))

/** All orders in the person's scope, and in a tab of their own the drafts they have not submitted. */
export default function OrderHistory() {
  const { user, may } = usePerson()
  const narrow = useNarrow()
  const [query, setQuery] = useAddress()
  const state = readHistory(query)
  const change = (changes: Partial<HistoryState>) =>
    setQuery(now => writeHistory({ ...readHistory(now), page: 1, ...changes }))
  const request = historyRequest(state, user.id, useStatusReader())
  const { data, error, isPlaceholderData, refetch } = useQuery<ListPage<OrderRow>, Refusal>({
    queryKey: ['orders', request],
    placeholderData: keepPreviousData,
    queryFn: () => rowsOf(order).page<OrderRow>(request),
  })
  const orders = mayTakeStep(user, 'create')
  const [timelineOrder, setTimelineOrder] = useState<OrderRow | null>(null)
  const names = [...leadNames(order, user.roles, ownColumns(order, user.roles)), 'sbuId', 'sapOrderNo']
  const columns = readableColumns(may, order, names)
  const Rows = narrow ? HistoryCards : HistoryTable
  return (
    <PageFrame
      title="Order History"
      purpose="All your orders, from submission to delivery."
      actions={
        <>
          <ButtonLink to="/orders/all-orders">Show as list</ButtonLink>
          {orders && (
            <ButtonLink to="/orders/default" type="primary">
              New order
            </ButtonLink>
          )}
        </>
      }
    >
      {orders && (
        <nav aria-label="Orders or drafts" className="history-tabs">
          {tabs.map(({ title, shows }) => (
            <button
              key={title}
              type="button"
              aria-current={isShown(state, shows)}
              onClick={() => change({ ...unfilteredHistory, ...shows })}
            >
              {title}
            </button>
          ))}
        </nav>
      )}
      <HistoryFilters key={String(state.drafts)} state={state} onChange={change} isEmpty={data?.data.length === 0} />
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Waiting />
      ) : data.data.length === 0 ? (
        <Nothing state={state} onClear={() => change(unfilteredHistory)} />
      ) : (
        <div className={isPlaceholderData ? 'is-dim' : undefined}>
          <Rows rows={data.data} drafts={state.drafts} columns={columns} onTimeline={setTimelineOrder} />
          <ListFoot
            total={data.total}
            page={state.page}
            pageSize={HISTORY_PAGE_SIZE}
            onPage={page => change({ page })}
          />
        </div>
      )}
      {timelineOrder && (
        <Suspense fallback={<Opening onClose={() => setTimelineOrder(null)} />}>
          <TimelineDrawer order={timelineOrder} onClose={() => setTimelineOrder(null)} />
        </Suspense>
      )}
    </PageFrame>
  )
}

/** The views of the list; another status than that of a view is a filter of the first. */
const tabs: readonly { title: string; shows: Pick<HistoryState, 'drafts' | 'status'> }[] = [
  { title: 'Orders', shows: { drafts: false, status: null } },
  { title: 'Open', shows: { drafts: false, status: OPEN } },
  { title: 'My drafts', shows: { drafts: true, status: null } },
]
const isShown = ({ drafts, status }: HistoryState, shows: (typeof tabs)[number]['shows']) =>
  drafts === shows.drafts && (status === OPEN) === (shows.status === OPEN)

function Nothing({ state, onClear }: { state: HistoryState; onClear: () => void }) {
  const { may } = usePerson()
  if (isHistoryFiltered(state)) {
    return (
      <Empty kind="filtered" text={`${state.drafts ? 'No draft of yours' : 'No order'} matches your filters.`}>
        <Button onClick={onClear}>Clear filters</Button>
      </Empty>
    )
  }
  return (
    <Empty text={state.drafts ? 'You have no drafts.' : 'No orders yet.'}>
      {may('create', 'orders') && (
        <ButtonLink to="/orders/default">
          <Icon name="plus" /> {state.drafts ? 'Begin an order' : 'Place the first order'}
        </ButtonLink>
      )}
    </Empty>
  )
}
