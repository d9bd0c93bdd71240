import { Link } from 'react-router'
import { rupees } from '../../../resources/define/show.ts'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { refund } from '../../../resources/payments/refund.ts'
import { useMay } from '../../account/person.ts'
import { rowPathOf } from '../../shell/screens.ts'
import { OrderActs } from './order-acts.tsx'
import { ReadingRows } from './reading-rows.tsx'
import type { StuckItem } from './stuck-items.ts'
import { WhatHappened } from './what-happened.tsx'

/** What one needs to get a stuck thing going: what happened, whether a second sending is safe, what to do, and one act. */
export default function StuckPane(pane: {
  item: StuckItem
  /** Those of the same cause, with it. */
  alike: readonly StuckItem[]
  /** Opens its message to SAP: what was sent, what came back. */
  onOpenMessage: ((messageId: number) => void) | undefined
  hasHead?: boolean
}) {
  const { item, alike, onOpenMessage, hasHead = true } = pane
  const { who, no, amount, of } = item
  return (
    <>
      {hasHead && (
        <header className="work-pane-head">
          <h2>{who}</h2>
          <RecordLink item={item} />
          {amount !== null && <strong>{rupees(amount)}</strong>}
        </header>
      )}
      {!hasHead && no && (
        <p>
          <RecordLink item={item} />
        </p>
      )}
      {of.kind === 'reading' ? (
        <ReadingRows status={of.row} cause={item.cause} />
      ) : (
        <WhatHappened item={item} onOpenMessage={onOpenMessage} />
      )}
      {(of.kind === 'stuck' || of.kind === 'refused') && <OrderActs of={of} alike={alike} />}
    </>
  )
}

function RecordLink({ item: { no, of } }: { item: StuckItem }) {
  const may = useMay()
  if (of.kind === 'reading') return null
  if (of.kind === 'payment') {
    const resource = of.row.path === refund.path ? refund : paymentCapture
    return <Link to={rowPathOf(resource, of.row.id)!}>{no}</Link>
  }
  const orderId = of.kind === 'stuck' ? of.row.orderId : of.row.id
  return may('read', 'orders') ? <Link to={`/orders/order-history/${orderId}`}>{no}</Link> : <span>{no}</span>
}
