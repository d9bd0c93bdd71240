import { useQuery } from '@tanstack/react-query'
import { dayText, quantityText } from '../../../resources/define/show.ts'
import { type SapDelivery, sapDelivery } from '../../../resources/dispatches/sap-delivery.ts'
import { type SapDeliveryLine, sapDeliveryLine } from '../../../resources/dispatches/sap-delivery-line.ts'
import { usePerson } from '../../account/person.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import type { OrderLineRow } from '../order-rows.ts'

type Picked = SapDeliveryLine & { delivery: SapDelivery }

/** What SAP has picked of an order, batch by batch; for those who read SAP's deliveries. */
export function usePicked(orderId: number) {
  const { may } = usePerson()
  return useQuery<Picked[], Refusal>({
    queryKey: ['sap-deliveries', orderId],
    enabled: may('read', sapDeliveryLine.path),
    queryFn: () => pickedOf(orderId),
  })
}

/** What SAP has picked, and whether it has left. */
export function SapDeliveries({ picked, lines }: { picked: readonly Picked[]; lines: readonly OrderLineRow[] }) {
  const lineNo = (id: number | null) => lines.find(line => line.id === id)?.lineNo
  return (
    <div className="table-scroll">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">Delivery</th>
            <th scope="col">Line</th>
            <th scope="col">Quantity</th>
            <th scope="col">Batch</th>
            <th scope="col">Planned</th>
            <th scope="col">Left on</th>
            <th scope="col">LR in SAP</th>
          </tr>
        </thead>
        <tbody>
          {picked.map(one => (
            <tr key={one.id}>
              <td>{one.delivery.deliveryNo}</td>
              <td>{lineNo(one.orderLineId) ?? 'Part'}</td>
              <td>
                {quantityText(one.qty)} {one.uom}
              </td>
              <td>{one.batchNo}</td>
              <td>{one.delivery.plannedOn && dayText(one.delivery.plannedOn)}</td>
              <td>{leftOn(one)}</td>
              <td>{one.delivery.lrNo}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

async function pickedOf(orderId: number): Promise<Picked[]> {
  const picked = await rowsOf(sapDeliveryLine).all<SapDeliveryLine>({
    where: { orderId },
    sort: { deliveryId: 1, lineNo: 1 },
  })
  const ids = [...new Set(picked.map(({ deliveryId }) => deliveryId))]
  if (ids.length === 0) return []
  const headers = await rowsOf(sapDelivery).all<SapDelivery>({ where: { id: { $in: ids } } })
  return picked.flatMap(line => {
    const delivery = headers.find(({ id }) => id === line.deliveryId)
    return delivery ? [{ ...line, delivery }] : []
  })
}

function leftOn({ isOpen, delivery: { status, issuedOn } }: Picked): string {
  if (status === 'DELETED') return 'Deleted in SAP'
  if (isOpen) return 'Not yet'
  return issuedOn ? dayText(issuedOn) : ''
}
