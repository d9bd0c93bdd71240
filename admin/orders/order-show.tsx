import { Button } from 'antd'
import { Link, useLocation, useParams } from 'react-router'
import { orderStatusText } from '../../resources/orders/order-status.ts'
import { Failure } from '../shell/failure.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import NotFound from '../shell/not-found.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useTitle } from '../shell/title.ts'
import { Waiting } from '../shell/waiting.tsx'
import { DecisionPanel } from './approvals/decision-panel.tsx'
import { ExplainStop } from './explain/explain-stop.tsx'
import { AskSap } from './sap/ask-sap.tsx'
import { ChangedInSap } from './sap/changed-in-sap.tsx'
import { OrderDetail } from './show/order-detail.tsx'
import { StatusMark, useStatusReader } from './show/status-mark.tsx'
import { StepButtons } from './show/step-buttons.tsx'
import { useOrder, type WholeOrder } from './use-order.ts'
import '../derive/list/list.css'
import '../derive/show/show.css'
import './show/marks.css'

/** One order: its status, its content, its history, and the reasons. */
export default function OrderShow() {
  const { id = '' } = useParams()
  const orderId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null
  const { data, error, refetch } = useOrder(orderId)
  useTitle(data && `${data.order.orderNo} · Order`)
  if (orderId === null) return <NotFound />
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const { order } = data
  // Buyers get our words for what SAP said.
  const wrong = order.errorText ?? order.buyerErrorText
  return (
    <PageFrame
      title={`Order ${order.orderNo}`}
      trail={[{ title: 'Order History', path: '/orders/order-history' }]}
      actions={
        <>
          <Button href={`/api/orders/${order.id}/pdf`} download>
            PDF<span className="for-readers"> of order {order.orderNo}</span>
          </Button>
          <AskSap orderNo={order.orderNo} status={order.status} />
          <StepButtons wholeOrder={data} />
        </>
      }
    >
      <PlacedNotice wholeOrder={data} />
      <p className="order-status">
        <StatusMark order={order} />
        {wrong && <span className="field-error">{wrong}</span>}
        {order.errorTrace && <ExplainStop order={order} trace={order.errorTrace} />}
      </p>
      <ChangedInSap steps={data.steps} />
      <DecisionPanel wholeOrder={data} />
      <OrderDetail wholeOrder={data} />
    </PageFrame>
  )
}

/** Shown right after submit: the numbers of the placed orders, and what happens next. */
function PlacedNotice({ wholeOrder: { order } }: { wholeOrder: WholeOrder }) {
  const reader = useStatusReader()
  const { placed } = (useLocation().state ?? {}) as { placed?: { id: number; orderNo: string }[] }
  if (!placed || (placed.length === 1 && order.status === 'IN_ERROR')) return null
  return (
    <div className="notice-box is-good order-notice" role="status">
      <p>
        <Icon name="check" />{' '}
        {placed.length === 1 ? 'Order placed: ' : `${placed.length} orders are placed, one for each SBU: `}
        {placed.map(({ id, orderNo }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            {id === order.id ? <strong>{orderNo}</strong> : <Link to={`/orders/order-history/${id}`}>{orderNo}</Link>}
          </span>
        ))}
        .
      </p>
      {order.status === 'PENDING' && <p>{orderStatusText(order, reader)}.</p>}
    </div>
  )
}
