import { useEffect, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { isKnownToSap } from '../../resources/orders/sap/known-to-sap.ts'
import { sapSyncRun } from '../../resources/platform/sap-sync-run.ts'
import { usePerson } from '../account/person.ts'
import { useAskSap } from '../derive/command/ask-sap.ts'
import type { RecordAct } from '../derive/record/record-acts.ts'
import { saidOf } from '../derive/record/record-header.ts'
import { RecordPage } from '../derive/record/record-page.tsx'
import { readOn } from '../derive/record/when.ts'
import { Failure } from '../shell/failure.tsx'
import NotFound from '../shell/not-found.tsx'
import { showSuccess } from '../shell/notices/notices.ts'
import { useTitle } from '../shell/title.ts'
import { Waiting } from '../shell/waiting.tsx'
import { useDecision } from './approvals/decision-panel.tsx'
import { orderActs } from './header/order-acts.ts'
import { orderHeader } from './header/order-header.ts'
import type { OrderRow } from './order-rows.ts'
import { ChangedInSap, WarnedBySap } from './sap/changed-in-sap.tsx'
import { lrToOpen, type Shipments } from './shipments/shipments.ts'
import { useShipments } from './shipments/use-shipments.ts'
import { useSchedule } from './show/order-deliveries.tsx'
import { OrderDetail } from './show/order-detail.tsx'
import { useStatusReader } from './show/status-mark.tsx'
import { useOrderSteps } from './show/use-order-steps.tsx'
import { useOrder, type WholeOrder } from './use-order.ts'
import '../derive/list/list.css'
import '../derive/show/show.css'
import './show/marks.css'

/** One order: who, how much, its state and what is next; its lines; and everything else folded. */
export default function OrderShow() {
  const { id = '' } = useParams()
  const orderId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null
  const { data, error, refetch } = useOrder(orderId)
  useTitle(data && `${data.order.orderNo} · Order`)
  if (orderId === null) return <NotFound />
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  return <OrderRecord key={orderId} wholeOrder={data} />
}

function OrderRecord({ wholeOrder }: { wholeOrder: WholeOrder }) {
  const { order, lines, steps } = wholeOrder
  const reader = useStatusReader()
  const { data: decision } = useDecision(order)
  const { data: shipments } = useShipments({ orderId: order.id })
  const { data: schedule } = useSchedule(order.id)
  const mySteps = useOrderSteps(wholeOrder)
  const others = useOtherActs(order, shipments)
  const beside = { reader, today: readOn(), lines, steps, decision, schedule, shipments }
  return (
    <RecordPage
      header={saidOf(orderHeader, order, beside, reader)}
      from={{ title: reader === 'buyer' ? 'My orders' : 'Order History', path: '/orders/order-history' }}
      acts={orderActs(order, mySteps, others)}
    >
      <Placed order={order} />
      <WarnedBySap steps={steps} />
      <ChangedInSap steps={steps} />
      <OrderDetail wholeOrder={wholeOrder} decision={decision} />
      {mySteps.dialog}
    </RecordPage>
  )
}

/** What is no step of the order: a complaint, a look into SAP, a print. */
function useOtherActs({ id, orderNo, status }: OrderRow, shipments: Shipments | undefined): RecordAct[] {
  const { user, may } = usePerson()
  const askSap = useAskSap('ORDER_STATUS', orderNo)
  const complains = user.customerId !== null && may('create', 'complaints') && isKnownToSap(status)
  const lr = lrToOpen(shipments)
  return [
    ...(lr
      ? [{ key: 'track', label: `Track LR ${lr.lrNo}`, place: 'primary', to: `/dispatches/lr/${lr.id}` } as const]
      : []),
    ...(complains
      ? [{ key: 'complain', label: 'Report a problem', place: 'more', to: `/complaints/create?order=${id}` } as const]
      : []),
    ...(may('approve', sapSyncRun.path) && isKnownToSap(status)
      ? [
          {
            key: 'sap',
            label: 'Ask SAP now',
            of: `for order ${orderNo}`,
            place: 'more',
            busy: askSap.isPending,
            take: () => askSap.mutate(),
          } as const,
        ]
      : []),
    { key: 'print', label: 'Print', place: 'more', take: () => window.print() },
  ]
}

/** Right after submit: that the order is placed, and the others that were made with it, one for each SBU. */
function Placed({ order }: { order: OrderRow }) {
  const { placed } = (useLocation().state ?? {}) as { placed?: { id: number; orderNo: string }[] }
  const [told] = useState(placed)
  const isOne = told?.length === 1 && order.status !== 'IN_ERROR'
  const orderNo = isOne ? told[0]!.orderNo : undefined
  useEffect(() => {
    if (orderNo) showSuccess(`Order placed: ${orderNo}.`)
  }, [orderNo])
  if (!told || told.length < 2) return null
  return (
    <div className="notice-box is-good" role="status">
      <p>
        {told.length} orders are placed, one for each SBU:{' '}
        {told.map(({ id, orderNo: no }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            {id === order.id ? <strong>{no}</strong> : <Link to={`/orders/order-history/${id}`}>{no}</Link>}
          </span>
        ))}
        .
      </p>
    </div>
  )
}
