import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { orderLine } from '../../../resources/orders/order-line.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { rowsOf } from '../../shell/rows.ts'
import type { OrderLineRow } from '../order-rows.ts'
import { ExplainLine } from './explain-line.tsx'

/** Explains the price and the source of a saved line; fetches the line on demand, for lists of lines. */
export function ExplainSavedLine({ id }: { id: number }) {
  const { data, error, refetch } = useQuery<OrderLineRow, Refusal>({
    queryKey: ['order-lines', 'one', id, 'explained'],
    queryFn: () => rowsOf(orderLine).at<OrderLineRow>(id, { select: ['*', 'plantState'] }),
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">Loading...</p>
  return (
    <section className="beside" aria-labelledby="why-line">
      <h2 id="why-line">Why</h2>
      <p>
        <Link to={`/orders/order-history/${data.orderId}`}>Show the order</Link>
      </p>
      <ExplainLine line={{ ...data, plant: data.texts.plantId ?? null }} />
    </section>
  )
}
