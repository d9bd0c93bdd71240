import { useQuery } from '@tanstack/react-query'
import { can } from '../../../resources/capabilities.ts'
import { dayText, quantityText } from '../../../resources/define/show.ts'
import { type ScheduleLine, scheduleLine } from '../../../resources/orders/schedule-line.ts'
import type { OrderState } from '../../../resources/trade.ts'
import { usePerson } from '../../account/person.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import type { OrderLineRow, OrderRow } from '../order-rows.ts'
import { LaneRecord } from './lane-record.tsx'

/** Orders of which goods still go out. */
const underWay: readonly OrderState[] = ['PENDING', 'APPROVED', 'IN_ERROR', 'CONFIRMED', 'PARTIALLY_DISPATCHED']

/** The deliveries of the lines of an order. */
export const useSchedule = (orderId: number) =>
  useQuery<ScheduleLine[], Refusal>({
    queryKey: ['schedule-lines', 'of an order', orderId],
    queryFn: () => rowsOf(scheduleLine).all<ScheduleLine>({ where: { orderId }, sort: { id: 1 } }),
  })

const datedOf = (schedule: readonly ScheduleLine[]) =>
  schedule.filter(({ confirmedDate, expectedDeliveryDate }) => confirmedDate || expectedDeliveryDate)

/** The deliveries in one sentence; null where none is confirmed, and nobody is to be told how its lanes keep their dates. */
export function deliveriesInWords(schedule: readonly ScheduleLine[], order: OrderRow, comparesLanes: boolean) {
  const dated = datedOf(schedule)
  const asked = `asked for ${dayText(order.requestedDeliveryDate)}`
  if (dated.length === 0) return comparesLanes && underWay.includes(order.status) ? `Not confirmed yet, ${asked}` : null
  const days = dated.map(({ expectedDeliveryDate, confirmedDate }) => expectedDeliveryDate ?? confirmedDate!).toSorted()
  const on = days[0] === days.at(-1) ? dayText(days[0]!) : `${dayText(days[0]!)} to ${dayText(days.at(-1)!)}`
  return `${dated.length === 1 ? '1 delivery' : `${dated.length} deliveries`} confirmed for ${on}, ${asked}`
}

/** When the deliveries of an order were requested, confirmed and are expected, with how often their lanes keep their dates. */
export function OrderDeliveries({
  order,
  lines,
  schedule,
}: {
  order: OrderRow
  lines: readonly OrderLineRow[]
  schedule: readonly ScheduleLine[]
}) {
  const { shipToId, transMode } = order
  const { user } = usePerson()
  const datedLines = datedOf(schedule)
  const plants = underWay.includes(order.status) && can(user, 'compareTransporters') ? [...plantsOf(lines)] : []
  const lineNo = (id: number) => lines.find(line => line.id === id)?.lineNo
  const dayOf = (day: string | null) => (day ? dayText(day) : '')
  return (
    <>
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
    </>
  )
}

/** The plants that supply the lines, with their names. */
const plantsOf = (lines: readonly OrderLineRow[]) =>
  new Map(lines.flatMap(({ plantId, texts }) => (plantId === null ? [] : [[plantId, texts.plantId ?? 'the plant']])))
