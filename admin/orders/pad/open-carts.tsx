import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { momentText } from '../../derive/value-text.ts'
import { orderSources } from '../order-api.ts'

/** As many as fit into a line. */
const MOST_SHOWN = 3

/** Links to the person's other drafts for the same customer. */
export function OpenCarts({ customerId, orderId }: { customerId: number; orderId: number | null }) {
  const { data } = useQuery({
    queryKey: ['order-sources', customerId],
    queryFn: () => orderSources(customerId),
    staleTime: 30_000,
  })
  const others = data?.carts.filter(({ id }) => id !== orderId) ?? []
  if (others.length === 0) return null
  return (
    <>
      <span className="quiet">{others.length === 1 ? 'Another draft:' : `${others.length} other drafts:`}</span>
      {others.slice(0, MOST_SHOWN).map(({ id, orderNo, lines, updatedAt, submittedAt }) => (
        <Link key={id} to={`?id=${id}`}>
          {orderNo}, {lines} {lines === 1 ? 'line' : 'lines'}, {momentText(updatedAt)}
          {submittedAt && ', sent back for correction'}
        </Link>
      ))}
      {others.length > MOST_SHOWN && <Link to="/orders/order-history?drafts=mine">all of them</Link>}
    </>
  )
}
