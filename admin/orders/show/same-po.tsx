import { Button } from 'antd'
import { dayText, quantityText } from '../../../resources/define/show.ts'
import type { OrderOfPo, SamePo, SamePoAnswer } from '../../../resources/orders/terms/same-po.ts'
import { Modal } from '../../shell/modal.tsx'
import { StatusMark } from './status-mark.tsx'
import './prices-changed.css'

/** Asks what an order is whose PO number was ordered before: shows the earlier orders, and takes one of two answers. */
export function SamePoDialog(props: {
  asked: SamePo
  busy: boolean
  onAnswer: (answer: SamePoAnswer) => void
  onClose: () => void
}) {
  const { asked, busy, onAnswer, onClose } = props
  const { poNo, orders, others } = asked
  return (
    <Modal
      open
      width={720}
      title={`PO ${poNo} was ordered before`}
      onCancel={onClose}
      footer={
        <div className="same-po-answers">
          <Button onClick={onClose}>Back</Button>
          <Button loading={busy} onClick={() => onAnswer('CALLED_OFF')}>
            Call off in parts
          </Button>
          <Button type="primary" loading={busy} onClick={() => onAnswer('ANOTHER_ORDER')}>
            Send another order
          </Button>
        </div>
      }
    >
      <p>
        Nothing was sent yet. Send another order of the same PO, or say that the PO is called off in parts: then it is
        not asked again for this PO.
      </p>
      {orders.map(order => (
        <Earlier key={order.id} order={order} />
      ))}
      {others > 0 && (
        <p className="quiet">
          {others} more {others === 1 ? 'order' : 'orders'} of this PO.
        </p>
      )}
    </Modal>
  )
}

function Earlier({ order }: { order: OrderOfPo }) {
  const { id, orderNo, orderDate, lines, more } = order
  return (
    <table className="plain-table changed-prices">
      <caption>
        <a href={`/orders/order-history/${id}`} target="_blank" rel="noreferrer">
          {orderNo}
        </a>{' '}
        of {dayText(orderDate)} <StatusMark order={order} />
      </caption>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col" className="is-number">
            Quantity
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ product, qty, uom }) => (
          <tr key={product}>
            <td>{product}</td>
            <td className="is-number">
              {quantityText(qty)} {uom}
            </td>
          </tr>
        ))}
        {more > 0 && (
          <tr>
            <td colSpan={2}>and {more} more lines</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
