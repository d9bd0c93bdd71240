import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import { order } from '../../resources/orders/order.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { holdText, type OrderStatusFacts } from '../../resources/orders/order-status.ts'
import { useMay } from '../account/person.ts'
import { Cell } from '../derive/grid/cell.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import type { Refusal } from '../shell/api.ts'
import { rowsOf } from '../shell/rows.ts'
import './lines.css'

const MAX_ROWS = 50
const { productId, qty, netPrice } = orderLine.fields

type ConsumingLines = { total: number; data: (ApiRow & { order?: ApiRow })[] }

/** The orders that were priced by this contract: those that wait for a decision, then the latest. */
export default function ContractOrdersPanel({ row }: { resource: Resource; row: ApiRow }) {
  const may = useMay()
  const ids = ((row.lines ?? []) as ApiRow[]).map(({ id }) => id)
  const allowed = may('read', orderLine.path, 'priceSourceId') && ids.length > 0
  const orders = useQuery<ConsumingLines, Refusal>({
    queryKey: [orderLine.path, 'of a contract', row.id, row.rowVersion],
    queryFn: async () => {
      const where = { priceSource: 'RATE_CONTRACT', priceSourceId: { $in: ids } } as const
      const lines = await rowsOf(orderLine).page<ApiRow & { orderId: number }>({
        where,
        sort: { id: -1 },
        most: MAX_ROWS,
      })
      const orderIds = lines.data.map(({ orderId }) => orderId)
      const select = ['id', 'status', 'pendingStep', 'waitingFor', 'heldInSap'] as const
      const orders = await rowsOf(order).whose<'id', ApiRow>('id', orderIds, { select })
      return {
        total: lines.total,
        data: lines.data
          .map(line => ({ ...line, order: orders.find(each => each.id === line.orderId) }))
          .toSorted((a, b) => Number(isWaiting(b.order)) - Number(isWaiting(a.order))),
      }
    },
    enabled: allowed,
  })
  if (!allowed) return null
  const lines = orders.data?.data ?? []
  const waiting = lines.filter(line => isWaiting(line.order)).length
  return (
    <section className="panel" aria-labelledby="consuming">
      <h2 id="consuming">Orders on this contract</h2>
      {orders.error && <p className="field-error">{orders.error.message}</p>}
      {orders.data && lines.length === 0 && <p className="quiet">No orders priced by it yet.</p>}
      {waiting > 0 && (
        <p>
          {waiting === 1 ? '1 line waits' : `${waiting} lines wait`} for a decision at its rate. Once the contract is
          suspended or closed, its approver is asked about each.
        </p>
      )}
      {lines.length > 0 && (
        <div className="table-scroll">
          <table className="plain-table lines-table">
            <thead>
              <tr>
                <th scope="col">Order</th>
                <th scope="col">Product</th>
                <th scope="col" className="is-number">
                  Quantity
                </th>
                <th scope="col" className="is-number">
                  Net price
                </th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(line => (
                <tr key={line.id}>
                  <td data-label="Order">
                    <Link to={`/orders/order-history/${line.orderId}`}>{line.texts?.orderId}</Link>
                  </td>
                  <td data-label="Product">
                    <Cell field={productId} value={line.productId} text={line.texts?.productId} />
                  </td>
                  <td data-label="Quantity" className="is-number">
                    <Cell field={qty} value={line.qty} />
                  </td>
                  <td data-label="Net price" className="is-number">
                    <Cell field={netPrice} value={line.netPrice} />
                  </td>
                  <td data-label="State">
                    {line.order &&
                      (holdText(line.order as ApiRow & OrderStatusFacts, 'staff') ?? (
                        <Cell field={order.fields.status} value={line.order.status} />
                      ))}
                    {typeof line.order?.waitingFor === 'string' && `, ${line.order.waitingFor}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {orders.data && orders.data.total > MAX_ROWS && (
        <p className="quiet">
          The latest {MAX_ROWS} of {orders.data.total} lines.
        </p>
      )}
    </section>
  )
}

const isWaiting = (row: ApiRow | undefined) => row?.status === 'PENDING'
