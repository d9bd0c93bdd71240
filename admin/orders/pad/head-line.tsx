import { Button } from 'antd'
import { dayText } from '../../../resources/define/show.ts'
import type { HeaderBody } from '../../../resources/orders/order-input.ts'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'

/** The filled header of a phone in two lines, so that lines of the order are seen. */
export function HeadLine({
  context,
  header,
  onOpen,
}: {
  context: OrderContext
  header: HeaderBody
  onOpen: () => void
}) {
  const { customerPoNo, customerPoDate, requestedDeliveryDate, poAttachmentId } = header
  const to = context.shipTos.find(({ id }) => id === header.shipToId)
  const where = [to?.city ?? to?.name, requestedDeliveryDate && `by ${dayText(requestedDeliveryDate)}`]
  const po = customerPoNo && `PO ${customerPoNo}${customerPoDate ? ` of ${dayText(customerPoDate)}` : ''}`
  return (
    <div className="head-line">
      <p>
        <strong>{context.customer.name}</strong>
        {where.filter(Boolean).map(word => (
          <span key={word} className="nowrap">
            , {word}
          </span>
        ))}
        <span className="quiet">{[po, poAttachmentId && 'file attached'].filter(Boolean).join(', ')}</span>
      </p>
      <Button type="link" onClick={onOpen}>
        Change<span className="for-readers"> the header of the order</span>
      </Button>
    </div>
  )
}
