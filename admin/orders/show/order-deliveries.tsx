import { useQuery } from '@tanstack/react-query'
import { dayText, quantityText } from '../../../resources/define/show.ts'
import type { ScheduleLine } from '../../../resources/orders/schedule-line.ts'
import type { Refusal } from '../../shell/api.ts'
import { listOf } from '../../shell/list-of.ts'
import type { OrderLineRow } from '../order-rows.ts'

/**
 * When the deliveries of an order were requested, confirmed and are expected; nothing until one has more than a
 * requested date.
 */
export function OrderDeliveries({ orderId, lines }: { orderId: number; lines: readonly OrderLineRow[] }) {
  const { data } = useQuery<ScheduleLine[], Refusal>({
    queryKey: ['order-deliveries', orderId],
    queryFn: () => listOf<ScheduleLine>('schedule-lines', { orderId, $sort: { id: 1 } }),
  })
  const known = data?.filter(({ confirmedDate, expectedDeliveryDate }) => confirmedDate || expectedDeliveryDate) ?? []
  if (known.length === 0) return null
  const lineNo = (id: number) => lines.find(line => line.id === id)?.lineNo
  const dayOf = (day: string | null) => (day ? dayText(day) : '')
  return (
    <section className="panel" aria-labelledby="detail-deliveries">
      <h2 id="detail-deliveries">Deliveries</h2>
      <div className="table-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Quantity</th>
              <th scope="col">Asked for</th>
              <th scope="col">Confirmed</th>
              <th scope="col">Expected</th>
            </tr>
          </thead>
          <tbody>
            {known.map(one => (
              <tr key={one.id}>
                <td>
                  {lineNo(one.orderLineId)}
                  {one.scheduleNo > 1 && ` / ${one.scheduleNo}`}
                </td>
                <td>{quantityText(one.qty)}</td>
                <td>{dayOf(one.requestedDate)}</td>
                <td>
                  {dayOf(one.confirmedDate)}
                  {one.confirmedDate && one.confirmedQty < one.qty && ` (${quantityText(one.confirmedQty)} of it)`}
                </td>
                <td>{dayOf(one.expectedDeliveryDate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
