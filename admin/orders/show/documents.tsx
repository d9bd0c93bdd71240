import type { CertifiedBatch } from '../../../resources/coa/commands.ts'
import type { OrderRow } from '../order-rows.ts'
import { BatchList } from './certified-goods.tsx'

/** The papers of an order in one sentence. */
export function documentsInWords(order: OrderRow, batches: readonly CertifiedBatch[]): string {
  const certified = batches.filter(({ certificateId }) => certificateId !== null).length
  return [
    'order as PDF',
    order.poAttachmentId != null && 'PO',
    batches.length > 0 && (certified === 1 ? '1 certificate' : `${certified} certificates`),
  ]
    .filter(Boolean)
    .join(', ')
    .replace(/^o/, 'O')
}

/** The papers of an order: itself, the customer's PO, and the certificates of its batches. */
export function Documents({ order, batches }: { order: OrderRow; batches: readonly CertifiedBatch[] }) {
  return (
    <>
      <dl className="record-pairs">
        <div>
          <dt>Order</dt>
          <dd>
            <a href={`/api/orders/${order.id}/pdf`} download>
              {order.orderNo}.pdf
            </a>
          </dd>
        </div>
        {order.poAttachmentId != null && (
          <div>
            <dt>Customer’s PO</dt>
            <dd>
              <a href={`/api/attachments/${order.poAttachmentId}/file`} download>
                {order.texts.poAttachmentId ?? 'PO file'}
              </a>
            </dd>
          </div>
        )}
      </dl>
      {batches.length > 0 && (
        <>
          <h3>Batches and certificates</h3>
          <BatchList batches={batches} by={{ orderId: order.id }} />
        </>
      )}
    </>
  )
}
