import { useQuery } from '@tanstack/react-query'
import { can } from '../../../resources/capabilities.ts'
import { dayText, quantityText } from '../../../resources/define/show.ts'
import type { ScheduleLine } from '../../../resources/orders/schedule-line.ts'
import type { OrderState } from '../../../resources/trade.ts'
import { usePerson } from '../../account/person.ts'
import type { Refusal } from '../../shell/api.ts'
import { listOf } from '../../shell/list-of.ts'
import type { OrderLineRow, OrderRow } from '../order-rows.ts'
import { LaneRecord } from './lane-record.tsx'

/** Orders of which goods still go out. */
const underWay: readonly OrderState[] = ['PENDING', 'APPROVED', 'IN_ERROR', 'CONFIRMED', 'PARTIALLY_DISPATCHED']

/**
 * When the deliveries of an order were requested, confirmed and are expected, with how often their lanes keep their
 * dates. Until one is confirmed, it is for those who compare transporters.
 */
export function OrderDeliveries({ order, lines }: { order: OrderRow; lines: readonly OrderLineRow[] }) {
  const { id: orderId, shipToId, transMode } = order
  const { user } = usePerson()
  const { data } = useQuery<ScheduleLine[], Refusal>({
    queryKey: ['schedule-lines', 'of an order', orderId],
    queryFn: () => listOf<ScheduleLine>('schedule-lines', { orderId, $sort: { id: 1 } }),
  })
  const datedLines =
    data?.filter(({ confirmedDate, expectedDeliveryDate }) => confirmedDate || expectedDeliveryDate) ?? []
  const plants = [...plantsOf(lines)]
  const isPromised = underWay.includes(order.status) && plants.length > 0 && can(user, 'compareTransporters')
  if (datedLines.length === 0 && !isPromised) return null
  const lineNo = (id: number) => lines.find(line => line.id === id)?.lineNo
  const dayOf = (day: string | null) => (day ? dayText(day) : '')
  return (
    <section className="panel" aria-labelledby="detail-deliveries">
      <h2 id="detail-deliveries">Deliveries</h2>
      {datedLines.length === 0 ? (
        <p>Asked for on {dayOf(order.requestedDeliveryDate)}.</p>
      ) : (
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
              {datedLines.map(one => (
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
      )}
      {plants.map(([plantId, plant]) => (
        <LaneRecord key={plantId} plantId={plantId} from={plant} to={{ shipToId, transMode }} />
      ))}
    </section>
  )
}

/** The plants that supply the lines, with their names. */
const plantsOf = (lines: readonly OrderLineRow[]) =>
  new Map(lines.flatMap(({ plantId, texts }) => (plantId === null ? [] : [[plantId, texts.plantId ?? 'the plant']])))
