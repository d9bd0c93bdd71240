import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { showRoute } from '../../../resources/orders/approvals/commands.ts'
import { usePerson } from '../../account/person.ts'
import { ask, at, keyOf } from '../../derive/command/ask.ts'
import type { WholeOrder } from '../use-order.ts'
import { LineChanges } from './line-changes.tsx'
import { LinesTable } from './lines-table.tsx'
import { OrderDeliveries } from './order-deliveries.tsx'
import { OrderDispatches } from './order-dispatches.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderTasks } from './order-tasks.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { SapDeliveries } from './sap-deliveries.tsx'
import { TotalsList } from './totals-list.tsx'
import './order-detail.css'

const CertifiedGoods = lazy(() => import('./certified-goods.tsx'))
const OrderComments = lazy(() => import('./order-comments.tsx'))

/** All details of an order, on its own page and beside a queue. */
export function OrderDetail({ wholeOrder: { order, lines, steps, tasks } }: { wholeOrder: WholeOrder }) {
  const { user } = usePerson()
  return (
    <div className="order-detail">
      <section className="panel" aria-labelledby="detail-lines">
        <h2 id="detail-lines">Lines</h2>
        <LinesTable lines={lines} order={order} />
      </section>
      <LineChanges lines={lines} />
      <OrderDeliveries order={order} lines={lines} />
      <OrderDispatches orderId={order.id} />
      <Suspense fallback={null}>
        <CertifiedGoods by={{ orderId: order.id }} />
      </Suspense>
      <SapDeliveries orderId={order.id} lines={lines} />
      <div className="order-sides">
        <section className="panel" aria-labelledby="detail-facts">
          <h2 id="detail-facts">Order</h2>
          <OrderFacts order={order} />
        </section>
        {'grossValue' in order && (
          <section className="panel" aria-labelledby="detail-totals">
            <h2 id="detail-totals">Totals</h2>
            <TotalsList totals={order} />
          </section>
        )}
        {'approvalRound' in order && (
          <section className="panel" aria-labelledby="detail-tasks">
            <h2 id="detail-tasks">Approvals</h2>
            <OrderTasks tasks={tasks} />
            {order.status === 'PENDING' && user.userType === 'EMPLOYEE' && (
              <UpcomingApprovals orderId={order.id} rowVersion={order.rowVersion} />
            )}
          </section>
        )}
        <section className="panel" aria-labelledby="detail-history">
          <h2 id="detail-history">History</h2>
          <OrderTimeline steps={steps} />
        </section>
      </div>
      <Suspense fallback={null}>
        <OrderComments orderId={order.id} />
      </Suspense>
    </div>
  )
}

/** The approvals an order still needs, why, and who could give each as of today. */
function UpcomingApprovals({ orderId, rowVersion }: { orderId: number; rowVersion: number }) {
  const ref = at<typeof showRoute>('GET order-route')
  const { data = [] } = useQuery({
    queryKey: keyOf(ref, orderId, rowVersion),
    queryFn: () => ask(ref, { orderId }),
  })
  if (data.length === 0) return null
  return (
    <>
      <h3>Who could approve now</h3>
      <ol className="ahead">
        {data.map(({ step, title, reason, level, name }) => (
          <li key={`${step} ${level}`}>
            <strong>{title}</strong>, level {level}: {name}
            <span className="quiet under-line">{reason}</span>
          </li>
        ))}
      </ol>
    </>
  )
}
