import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { ApprovalStep } from '../../resources/trade.ts'
import { useNarrow } from '../derive/use-narrow.ts'
import { api, type Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { Icon } from '../shell/icons.tsx'
import { Loading } from '../shell/loading.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import type { QueueRow } from './order-rows.ts'
import { QueueCards } from './queue-cards.tsx'
import { QueueDrawer } from './queue-drawer.tsx'
import { QueueTable } from './queue-table.tsx'
import '../derive/list.css'
import '../derive/show.css'
import './marks.css'
import './order-lists.css'

/** One queue of approvals: what waits for this person, the most urgent first; `?order=5` opens an order beside it. */
export function ApprovalQueue({
  step,
  title,
  purpose,
  measure,
}: {
  step: ApprovalStep
  title: string
  purpose: string
  measure: string
}) {
  const [query, setQuery] = useSearchParams()
  const narrow = useNarrow()
  const { data, error, refetch } = useQuery<QueueRow[], Refusal>({
    queryKey: ['approval-queue', step],
    refetchInterval: 60_000,
    queryFn: async () => (await api.get<QueueRow[]>('/approval-queue', { params: { step } })).data,
  })
  const shown = Number(query.get('order')) || null
  const open = (orderId: number | null) => setQuery(orderId === null ? {} : { order: String(orderId) })
  const list = { rows: data ?? [], step, measure, now: Date.now(), onOpen: (row: QueueRow) => open(row.orderId) }
  return (
    <PageFrame title={title} purpose={purpose}>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading />
      ) : data.length === 0 ? (
        <div className="notice-box is-good" role="status">
          <p>
            <Icon name="check" /> Nothing waits for you here.
          </p>
        </div>
      ) : narrow ? (
        <QueueCards {...list} />
      ) : (
        <QueueTable {...list} />
      )}
      <QueueDrawer orderId={shown} onClose={() => open(null)} />
    </PageFrame>
  )
}
