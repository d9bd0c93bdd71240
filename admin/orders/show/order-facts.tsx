import { Link } from 'react-router'
import { dayText } from '../../../resources/define/show.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import { type TermName, termNames } from '../../../resources/orders/order-input.ts'
import { termText, termTitles } from '../../../resources/orders/terms/term-text.ts'
import { momentText, valueText } from '../../derive/value-text.ts'
import { FactList } from '../../shell/fact-list.tsx'
import type { OrderRow } from '../order-rows.ts'
import { personNameOf } from '../order-words.ts'

const { fields } = orders

const chosenColumns = {
  freightTerms: 'chosenFreightTerms',
  transMode: 'chosenTransMode',
  paymentTermsDays: 'chosenPaymentDays',
} as const

/** A term, and for our own people whether it is as agreed: `Billed as agreed (annexure A-12)`. */
function termInWords(order: OrderRow, name: TermName): string {
  const text = termText(name, order[name])
  const { agreedTerms: agreed = null, placedForCustomer, texts } = order
  if (agreed === null) return text
  if (agreed[name] === order[name]) return `${text} as agreed (${agreed.says})`
  const who = placedForCustomer ? personNameOf(texts.placedById) : 'us'
  const agreedIs = `agreed ${termText(name, agreed[name])} (${agreed.says})`
  return (order[chosenColumns[name]] ?? null) === null ? `${text}; ${agreedIs}` : `${text}, set by ${who}; ${agreedIs}`
}

/** The header facts of an order; what is not set is left out. */
export function OrderFacts({ order }: { order: OrderRow }) {
  const { texts } = order
  const facts: [string, React.ReactNode][] = [
    ['Customer', texts.customerId],
    ['Sold-to', order.soldToId === order.customerId ? null : texts.soldToId],
    ['Ship-to', texts.shipToId],
    ['SBU', texts.sbuId],
    ['Order type', texts.orderTypeId],
    [
      'Placed by',
      order.placedForCustomer
        ? `${personNameOf(texts.placedById)}, on behalf of the customer`
        : personNameOf(texts.placedById),
    ],
    ['Order date', dayText(order.orderDate)],
    ['Requested delivery', dayText(order.requestedDeliveryDate)],
    ['Submitted', order.submittedAt && momentText(order.submittedAt)],
    [
      'Customer’s PO',
      order.customerPoNo && order.customerPoDate ? (
        <>
          {order.customerPoNo} <span className="nowrap">of {dayText(order.customerPoDate)}</span>
        </>
      ) : (
        order.customerPoNo || (order.customerPoDate && dayText(order.customerPoDate))
      ),
    ],
    ['PO file', texts.poAttachmentId],
    ...termNames.map((name): [string, string] => [termTitles[name], termInWords(order, name)]),
    ['Delivery', order.completeDelivery ? 'Only in full' : null],
    ['SAP order', order.sapOrderNo],
    ['Delivered in SAP', order.deliveredInSap && valueText(fields.deliveredInSap, order.deliveredInSap)],
    ['Rejected in SAP', order.rejectedInSap && valueText(fields.rejectedInSap, order.rejectedInSap)],
    ['Draft', order.draftNo === order.orderNo ? null : order.draftNo],
    [
      'Copy of',
      order.replacesOrderId && (
        <Link to={`/orders/order-history/${order.replacesOrderId}`}>{texts.replacesOrderId ?? 'another order'}</Link>
      ),
    ],
    ['Remarks', order.remarks],
    ['Internal note', order.internalNote],
  ]
  return <FactList className="facts" facts={facts} />
}
