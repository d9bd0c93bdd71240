import { Link } from 'react-router'
import { sum } from '../../../resources/define/amounts.ts'
import { rupees, showNumber } from '../../../resources/define/show.ts'
import type { CartItem } from '../../../resources/payments/commands/cart.ts'
import { useMay } from '../../account/person.ts'
import { countText, daysText, plainDay, readOn } from '../../derive/record/when.ts'
import { useCart } from '../../payments/cart/cart-api.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { Empty } from '../../shell/empty.tsx'
import { Part, PartTable } from './part.tsx'

const MOST = 6

/** What is to be paid: in all, and what of it is overdue less credit notes. */
export function useOwed(on: boolean) {
  const { data: cart } = useCart(null, on)
  if (!cart) return undefined
  const items = cart.items.filter(({ isOpen, isPaid }) => isOpen && !isPaid)
  const [credits, debits] = [items.filter(({ payable }) => payable < 0), items.filter(({ payable }) => payable > 0)]
  const overdue = debits.filter(({ daysOverdue }) => daysOverdue > 0)
  const total = sum(items.map(({ payable }) => payable))
  return {
    total,
    overdue: Math.max(0, sum([...overdue, ...credits].map(({ payable }) => payable))),
    disputed: sum(items.map(({ disputedAmount }) => disputedAmount)),
    inOrder: [...overdue, ...credits, ...debits.filter(item => !overdue.includes(item))],
    credits: credits.length,
    cart,
  }
}

/** What the customer owes by the day it is due, and the way to pay it. */
export function Owed({ customerId }: { customerId: number }) {
  const may = useMay()
  const owed = useOwed(true)
  const rest = owed?.inOrder.slice(MOST) ?? []
  return (
    <Part
      id="home-owed"
      title="What I owe"
      says={owed && owed.inOrder.length > 0 && `${rupees(owed.total)} in all`}
      more={<Link to={`/masters/dashboard?customer=${customerId}`}>My account</Link>}
    >
      {owed?.inOrder.length === 0 && <Empty text="Nothing is open." />}
      {owed && owed.inOrder.length > 0 && (
        <PartTable heads={['Due', 'Document', '₹']}>
          {owed.inOrder.slice(0, MOST).map(item => (
            <Line key={item.id} item={item} />
          ))}
          {rest.length > 0 && (
            <tr className="quiet">
              <td>later</td>
              <td>{countText(rest.length, 'more document')}</td>
              <td className="is-number">{showNumber(sum(rest.map(({ payable }) => payable)), 2)}</td>
            </tr>
          )}
          {owed.disputed > 0 && (
            <tr className="quiet">
              <td>in dispute, not due</td>
              <td />
              <td className="is-number">{showNumber(owed.disputed, 2)}</td>
            </tr>
          )}
        </PartTable>
      )}
      {may('approve', 'payment-carts') && owed && (owed.cart.isEligible || owed.inOrder.length > 0) && (
        <div className="today-act">
          <ButtonLink to="/transaction-view/payment-cart">
            {owed.overdue > 0 ? `Pay ${rupees(owed.overdue)}` : 'Pay invoices'}
          </ButtonLink>
          {owed.overdue > 0 && (
            <span className="quiet">{owed.credits > 0 ? 'what is overdue, less credit notes' : 'what is overdue'}</span>
          )}
        </div>
      )}
    </Part>
  )
}

function Line({ item }: { item: CartItem }) {
  const { documentNo, documentType, dueDate, daysOverdue, payable, invoiceId } = item
  const isLate = daysOverdue > 0 && payable > 0
  const day = plainDay(dueDate, readOn())
  return (
    <tr>
      <td>
        {isLate ? (
          <strong className="is-late">{`${day}, ${daysText(daysOverdue)} over`}</strong>
        ) : payable < 0 ? (
          (creditName[documentType] ?? 'Credit')
        ) : (
          day
        )}
      </td>
      <td>{invoiceId === null ? documentNo : <Link to={`/dispatches/invoice/${invoiceId}`}>{documentNo}</Link>}</td>
      <td className="is-number">
        {isLate ? <strong className="is-late">{showNumber(payable, 2)}</strong> : showNumber(payable, 2)}
      </td>
    </tr>
  )
}

const creditName: Readonly<Record<string, string>> = { CREDIT_NOTE: 'Credit note' }
