import { Link } from 'react-router'
import { Drawer } from '../../shell/drawer.tsx'
import { Failure } from '../../shell/failure.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { OrderDetail } from '../show/order-detail.tsx'
import { StatusMark } from '../show/status-mark.tsx'
import { StepButtons } from '../show/step-buttons.tsx'
import { useOrder } from '../use-order.ts'
import { DecisionPanel, useDecision } from './decision-panel.tsx'
import { firstOrder } from './first-order.ts'

/** An order beside its queue: everything the decision needs, and its buttons at the bottom. */
export default function QueueDrawer({ orderId, onClose }: { orderId: number | null; onClose: () => void }) {
  const { data, error, refetch } = useOrder(orderId)
  const order = data?.order
  const { data: decision } = useDecision(order)
  return (
    <Drawer
      open={orderId !== null}
      onClose={onClose}
      instead={firstOrder}
      width={Math.min(960, window.innerWidth)}
      title={order ? `Order ${order.orderNo}` : 'Order'}
      closeIcon={<Icon name="close" />}
      rootClassName="queue-drawer"
      extra={order && <Link to={`/orders/order-history/${order.id}`}>Open page</Link>}
      footer={data && <div className="decide-buttons">{<StepButtons wholeOrder={data} onTaken={onClose} />}</div>}
    >
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <p role="status">Loading...</p>}
      {data && order && (
        <>
          <p className="order-status">
            <StatusMark order={order} />
          </p>
          <DecisionPanel decision={decision} lines={data.lines} />
          <OrderDetail wholeOrder={data} />
        </>
      )}
    </Drawer>
  )
}
