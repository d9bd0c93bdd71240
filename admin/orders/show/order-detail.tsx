import { lazy, Suspense } from 'react'
import { usePerson } from '../../account/person.ts'
import type { WholeOrder } from '../use-order.ts'
import { LineChanges } from './line-changes.tsx'
import { LinesTable } from './lines-table.tsx'
import { UpcomingApprovals } from './order-ahead.tsx'
import { OrderDeliveries } from './order-deliveries.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderTasks } from './order-tasks.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { TotalsList } from './totals-panel.tsx'
import './order-detail.css'

const OrderComments = lazy(() => import('./order-comments.tsx'))

/** All details of an order, on its own page and beside a queue. */
export function OrderDetail({ whole: { order, lines, steps, tasks } }: { whole: WholeOrder }) {
  const { user } = usePerson()
  return (
    <div className="order-detail">
      <section className="panel" aria-labelledby="detail-lines">
        <h2 id="detail-lines">Lines</h2>
        <LinesTable lines={lines} />
      </section>
      <LineChanges lines={lines} />
      <OrderDeliveries orderId={order.id} lines={lines} />
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
        <section className="panel" aria-labelledby="detail-tasks">
          <h2 id="detail-tasks">Approvals</h2>
          <OrderTasks tasks={tasks} />
          {order.status === 'PENDING' && user.userType === 'EMPLOYEE' && (
            <UpcomingApprovals orderId={order.id} rowVersion={order.rowVersion} />
          )}
        </section>
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
