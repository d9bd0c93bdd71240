import { Button } from 'antd'
import { dayText } from '../../../resources/define/show.ts'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import { optionText } from '../../derive/value-text.ts'
import { orderTypesOf } from './order-header.tsx'

/** The filled header in a line, so that more lines of the order are seen. */
export function FoldedHeader({
  context,
  header,
  onOpen,
}: {
  context: OrderContext
  header: HeaderBody
  onOpen: () => void
}) {
  const { customerPoNo, customerPoDate, requestedDeliveryDate, freightTerms, transMode, poAttachmentId } = header
  const to = context.shipTos.find(({ id }) => id === header.shipToId)
  const type = orderTypesOf(context).find(({ id }) => id === header.orderTypeId)
  const po = customerPoNo && `PO ${customerPoNo}${customerPoDate ? ` of ${dayText(customerPoDate)}` : ''}`
  const facts = [
    to && [to.code, to.name].join(' '),
    type?.name,
    requestedDeliveryDate && `delivery ${dayText(requestedDeliveryDate)}`,
    po && `${po}${poAttachmentId ? ' with file' : ''}`,
    freightTerms && optionText(freightTerms),
    transMode && optionText(transMode),
    header.completeDelivery && 'only in full',
    header.remarks && `“${header.remarks}”`,
    header.internalNote && `internal: “${header.internalNote}”`,
  ].filter(Boolean)
  return (
    <section className="panel folded-header" aria-labelledby="folded-head">
      <h2 id="folded-head">Order</h2>
      <p title={facts.join(' · ')}>{facts.join(' · ')}</p>
      <Button size="small" onClick={onOpen}>
        Edit<span className="for-readers"> the header of the order</span>
      </Button>
    </section>
  )
}
