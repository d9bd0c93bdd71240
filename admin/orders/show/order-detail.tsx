import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { can } from '../../../resources/capabilities.ts'
import { coaDocument } from '../../../resources/coa/coa-document.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { rupees } from '../../../resources/define/show.ts'
import type { showRoute } from '../../../resources/orders/approvals/commands.ts'
import type { Decision } from '../../../resources/orders/approvals/decision.ts'
import { orderHold } from '../../../resources/orders/holds/order-hold.ts'
import { usePerson } from '../../account/person.ts'
import { ask, at, keyOf, useAsk } from '../../derive/command/ask.ts'
import { nameIn } from '../../derive/record/names.ts'
import { RecordRows, Sections } from '../../derive/record/sections.tsx'
import { countText, plainDay, readOn } from '../../derive/record/when.ts'
import { optionText } from '../../derive/value-text.ts'
import { CreditPanel } from '../approvals/credit-panel.tsx'
import { DecisionFiles } from '../approvals/decision-panel.tsx'
import { ExplainStop } from '../explain/explain-stop.tsx'
import { shipmentsInWords } from '../shipments/shipments.ts'
import { ShipmentsTable } from '../shipments/shipments-table.tsx'
import { useShipments } from '../shipments/use-shipments.ts'
import type { WholeOrder } from '../use-order.ts'
import { certifiedGoods } from './certified-goods.tsx'
import { Documents, documentsInWords } from './documents.tsx'
import { LineChanges, SapLineChanges } from './line-changes.tsx'
import { LinesTable } from './lines-table.tsx'
import { deliveriesInWords, OrderDeliveries, useSchedule } from './order-deliveries.tsx'
import { OrderFacts } from './order-facts.tsx'
import { holdsInWords, OrderHolds, useHolds } from './order-holds.tsx'
import { approvalsInWords, OrderTasks } from './order-tasks.tsx'
import { OrderTimeline, timelineInWords } from './order-timeline.tsx'
import { SapDeliveries, usePicked } from './sap-deliveries.tsx'
import { useStatusReader } from './status-mark.tsx'
import { TotalsList } from './totals-list.tsx'
import { useComments } from './use-comments.ts'
import { pricesInWords, WhyPrices } from './why-prices.tsx'
import '../../derive/record/record.css'
import './order-detail.css'

const OrderComments = lazy(() => import('./order-comments.tsx'))

/** All of an order below its header, on its own page and beside a queue: lines first, then what the reader may ask next. */
export function OrderDetail({ wholeOrder, decision }: { wholeOrder: WholeOrder; decision?: Decision | undefined }) {
  const { order, lines, steps, tasks } = wholeOrder
  const { user, may } = usePerson()
  const today = readOn()
  const reader = useStatusReader()
  const readsHolds = may('read', orderHold.path)
  const { data: holds } = useHolds(order.id, readsHolds)
  const { data: shipments } = useShipments({ orderId: order.id })
  const { data: schedule } = useSchedule(order.id)
  const { data: picked } = usePicked(order.id)
  const { data: comments } = useComments(order.id)
  const readsCertificates = may('read', coaDocument.path)
  const by = { orderId: order.id }
  const { data: batches = [] } = useAsk(certifiedGoods, by, { shows: [coaDocument.path], enabled: readsCertificates })
  const changed = lines.filter(({ changedByApprover }) => changedByApprover)
  const changedInSap = lines.filter(({ confirmedJson }) => confirmedJson != null)
  const isUnderWay = order.status === 'PARTIALLY_DISPATCHED' || order.status === 'DISPATCHED'
  const { credit, files = [], task, lastPrices = [] } = decision ?? {}
  const compares = task?.mine && lines.some(line => line.limitPrice !== undefined)
  const compared = compares ? { concerned: task.lineNos ?? [], lastPrices } : undefined
  return (
    <>
      <RecordRows title="Lines">
        <div className="record-table">
          <LinesTable lines={lines} compared={compared} />
          {'grossValue' in order && (
            <div className="order-totals">
              <TotalsList totals={order} />
            </div>
          )}
        </div>
      </RecordRows>
      <Sections
        sections={[
          order.errorTrace != null && {
            title: 'Why it was stopped',
            say: order.errorText ?? order.buyerErrorText ?? 'A rule of the portal stopped it',
            open: order.status === 'IN_ERROR',
            content: <ExplainStop order={order} trace={order.errorTrace} />,
          },
          changed.length > 0 && {
            title: 'Changed lines',
            say: `${countText(changed.length, 'line')} changed since it was sent`,
            open: order.status === 'PENDING',
            content: <LineChanges changed={changed} />,
          },
          readsHolds && {
            title: 'Held in SAP',
            isInner: true,
            say: holds && holdsInWords(holds, today),
            open: order.heldInSap != null,
            content: holds && <OrderHolds holds={holds} lines={lines} />,
          },
          changedInSap.length > 0 && {
            title: 'Lines changed in SAP',
            say: `${countText(changedInSap.length, 'line')} changed since SAP confirmed the order`,
            content: <SapLineChanges changed={changedInSap} />,
          },
          may('read', 'invoices') && {
            title: 'Shipments',
            say: shipments && shipmentsInWords(shipments, today),
            open: isUnderWay,
            content: shipments && <ShipmentsTable shipments={shipments} today={today} />,
          },
          {
            title: 'Confirmed days',
            say: schedule && deliveriesInWords(schedule, order, can(user, 'compareTransporters')),
            content: schedule && <OrderDeliveries order={order} lines={lines} schedule={schedule} />,
          },
          picked !== undefined && {
            title: 'Picked goods',
            say: picked.length > 0 ? `${countText(picked.length, 'batch', 'batches')} picked` : null,
            content: <SapDeliveries picked={picked} lines={lines} />,
          },
          'approvalRound' in order && {
            title: 'Approvals',
            isInner: true,
            say: approvalsInWords(tasks, decision, order.status),
            open: order.status === 'PENDING',
            content: (
              <>
                <OrderTasks tasks={tasks} />
                {files.length > 0 && <DecisionFiles files={files} />}
                {order.status === 'PENDING' && user.userType === 'EMPLOYEE' && (
                  <UpcomingApprovals orderId={order.id} rowVersion={order.rowVersion} />
                )}
              </>
            ),
          },
          credit && {
            title: 'Credit',
            isInner: true,
            say:
              credit.excess > 0
                ? `${rupees(credit.excess)} over the limit of ${rupees(credit.creditLimit)}`
                : `${rupees(-credit.excess)} left with this order, of ${rupees(credit.creditLimit)}`,
            open: decision?.task?.step === 'LIMIT',
            content: <CreditPanel credit={credit} />,
          },
          {
            title: 'Why this price',
            isInner: user.userType === 'EMPLOYEE',
            say: pricesInWords(lines),
            content: <WhyPrices lines={lines} order={order} />,
          },
          {
            title: 'Terms and addresses',
            say: [
              nameIn(order.texts.shipToId),
              order.paymentTermsDays === 0 ? 'payment in advance' : countText(order.paymentTermsDays, 'day'),
              `${optionText(order.freightTerms)}, ${optionText(order.transMode).toLowerCase()}`,
              order.completeDelivery && 'only in full',
            ]
              .filter(Boolean)
              .join(' · '),
            content: <OrderFacts order={order} />,
          },
          { title: 'Timeline', say: timelineInWords(steps, today, reader), content: <OrderTimeline steps={steps} /> },
          {
            title: 'Documents',
            say: documentsInWords(order, batches),
            content: <Documents order={order} batches={batches} />,
          },
          {
            title: 'Messages',
            isInner: true,
            say: comments && messagesInWords(comments, today),
            ...(can(user, 'commentOnOrders') && { begin: 'Write a message' }),
            content: comments && (
              <Suspense fallback={null}>
                <OrderComments orderId={order.id} comments={comments} />
              </Suspense>
            ),
          },
        ]}
      />
    </>
  )
}

/** How many messages there are, and the last one. */
function messagesInWords(
  comments: readonly { authorName: string | null; createdAt: string }[],
  today: string,
): string | null {
  const last = comments.at(-1)
  return last
    ? `${countText(comments.length, 'message')}, the last by ${last.authorName ?? 'Bilty'} on ${plainDay(dayOf(last.createdAt), today)}`
    : null
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
