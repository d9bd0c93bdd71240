import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { orderStep } from '../../../resources/orders/order-step.ts'
import type { Refusal } from '../../shell/api.ts'
import { Drawer } from '../../shell/drawer.tsx'
import { Failure } from '../../shell/failure.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { rowsOf } from '../../shell/rows.ts'
import type { OrderRow, OrderStepRow } from '../order-rows.ts'
import { OrderTimeline } from './order-timeline.tsx'
import { StatusMark } from './status-mark.tsx'
import './order-detail.css'

/** The timeline of one order, without leaving the list. */
export default function TimelineDrawer({ order, onClose }: { order: OrderRow; onClose: () => void }) {
  const { data, error, refetch } = useQuery<OrderStepRow[], Refusal>({
    queryKey: ['order-steps', order.id],
    queryFn: () => rowsOf(orderStep).all<OrderStepRow>({ where: { orderId: order.id }, sort: { id: 1 } }),
  })
  return (
    <Drawer
      open
      onClose={onClose}
      width={Math.min(480, window.innerWidth)}
      title={`Order ${order.orderNo}`}
      closeIcon={<Icon name="close" />}
      extra={<Link to={`/orders/order-history/${order.id}`}>Open page</Link>}
    >
      <p className="order-status">
        <StatusMark order={order} />
      </p>
      {error && !data ? (
        <Failure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <OrderTimeline steps={data} />
      ) : (
        <p role="status">Loading...</p>
      )}
    </Drawer>
  )
}
