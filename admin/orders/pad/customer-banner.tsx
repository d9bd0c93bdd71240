import { Button } from 'antd'
import { Link } from 'react-router'
import type { OrderContext } from '../../../resources/orders/pad/offers.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import './customer-search.css'

/** Names the customer on every page of an order placed on behalf, so that nobody orders for the wrong one. */
export function CustomerBanner(banner: {
  customer: OrderContext['customer']
  onBehalf: boolean
  blocks?: OrderContext['blocks']
  order?: { id: number; orderNo: string } | null
  onChange?: (() => void) | undefined
}) {
  const { customer, onBehalf, blocks = [], order, onChange } = banner
  return (
    <div className="customer-banner">
      <Icon name="person" size={18} />
      <p>
        {onBehalf ? 'Ordering on behalf of ' : 'Order of '}
        <strong>{customer.name}</strong> <span className="nowrap">({customer.code})</span>
        {order && (
          <>
            {' · '}
            <Link to={`/orders/order-history/${order.id}`}>{order.orderNo} and its history</Link>
          </>
        )}
      </p>
      {customer.sapOrderBlock && (
        <p className="banner-block">
          <Icon name="alert" size={12} /> Blocked for orders in SAP ({customer.sapOrderBlock})
        </p>
      )}
      {blocks.map(({ message }) => (
        <p key={message} className="banner-block">
          <Icon name="alert" size={12} /> {message}
        </p>
      ))}
      {onChange && (
        <Button size="small" onClick={onChange}>
          Change customer
        </Button>
      )}
    </div>
  )
}
