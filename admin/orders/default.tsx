import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { usePerson } from '../account/person.ts'
import type { Refusal } from '../shell/api.ts'
import { useLinksLeft } from '../shell/came-from.ts'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { CustomerSearch } from './pad/customer-search.tsx'
import { type OpenedOrder, openNew } from './pad/open-order.ts'
import '../derive/list/list.css'
import '../derive/show/show.css'
import './show/marks.css'

// The pad comes while a customer is being chosen, and beside the order that it opens.
const loadPad = async () => ({ default: (await import('./pad/order-pad.tsx')).OrderPad })
const preloadPad = () => void loadPad().catch(() => undefined)
const OrderPad = lazy(loadPad)
// Only of an order that cannot be edited, or was stopped.
const StatusMark = lazy(async () => ({ default: (await import('./show/status-mark.tsx')).StatusMark }))

/**
 * Places an order, for oneself or on behalf of a customer: `?customer=12` starts one, with `again=7` the lines of order 7
 * are on it or with `item=LS-1001&qty=2000` those products, `?id=5` opens a draft. The pad keeps its state when the address changes only because its content was saved.
 */
export default function OrderPage() {
  const { key, state } = useLocation()
  const { pad = key } = (state ?? {}) as { pad?: string }
  useLinksLeft()
  return <Opening key={pad} padKey={pad} />
}

interface Asked {
  id: number | null
  customer: number | null
  again: number | null
  items: readonly { code: string; qty: number }[]
}

async function open({ id, customer, again, items }: Asked) {
  if (id === null && again === null && items.length === 0) return openNew(customer!)
  const { openAgain, openDraft, openWith } = await import('./pad/load-draft.ts')
  if (id !== null) return openDraft(id)
  return again === null ? openWith(customer!, items) : openAgain(customer!, again)
}

function Opening({ padKey }: { padKey: string }) {
  const { user } = usePerson()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [initial] = useState(() => ({
    id: numberFrom(query.get('id')),
    customer: user.customerId ?? numberFrom(query.get('customer')),
    again: numberFrom(query.get('again')),
    items: query.getAll('item').map((code, at) => ({ code, qty: numberFrom(query.getAll('qty')[at] ?? null) ?? 0 })),
  }))
  const opening = useQuery<OpenedOrder, Refusal>({
    queryKey: ['order-pad', padKey],
    enabled: initial.id !== null || initial.customer !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn() {
      preloadPad()
      return open(initial)
    },
  })
  if (initial.id === null && initial.customer === null) {
    return (
      <PageFrame>
        <CustomerSearch onChoose={({ id }) => void navigate(`?customer=${id}`)} onNear={preloadPad} />
      </PageFrame>
    )
  }
  if (opening.error)
    return (
      <PageFrame>
        <Failure error={opening.error} onRetry={() => void opening.refetch()} />
      </PageFrame>
    )
  if (!opening.data) return <Loading />
  const { order } = opening.data
  if (order && order.status !== 'DRAFT' && order.status !== 'IN_ERROR') {
    return (
      <PageFrame>
        <div className="notice-box is-warning" role="status">
          <p>
            Order {order.orderNo} can no longer be edited.{' '}
            <Suspense fallback={null}>
              <StatusMark order={order} />
            </Suspense>
          </p>
          <Link to={`/orders/order-history/${order.id}`}>Show the order</Link>
        </div>
      </PageFrame>
    )
  }
  const mayChange = user.customerId === null && order === null
  const wrong = order?.errorText ?? order?.buyerErrorText
  const notice = order && wrong && (
    <div className="notice-box is-bad trouble">
      <p>
        <Suspense fallback={null}>
          <StatusMark order={{ status: order.status }} />
        </Suspense>{' '}
        {wrong}
      </p>
    </div>
  )
  return (
    <Suspense fallback={<Loading />}>
      <OrderPad
        opened={opening.data}
        padKey={padKey}
        notice={notice}
        onChangeCustomer={mayChange ? () => void navigate('?') : undefined}
      />
    </Suspense>
  )
}

/** The pad has a head of its own; until it comes the page keeps its heading. */
const Loading = () => (
  <PageFrame>
    <Waiting />
  </PageFrame>
)

const numberFrom = (text: string | null) => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)
