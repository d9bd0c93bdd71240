import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { useMay } from '../account/person.ts'
import { Cell } from '../derive/grid/cell.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import { api, type Refusal } from '../shell/api.ts'
import './lines.css'

const MAX_ROWS = 50
const { productId, qty, netPrice, lineStatus } = orderLine.fields

type ConsumingLines = { total: number; data: ApiRow[] }

/** The latest orders that were priced by this contract. */
export default function ContractOrdersPanel({ row }: { resource: Resource; row: ApiRow }) {
  const may = useMay()
  const ids = ((row.lines ?? []) as ApiRow[]).map(({ id }) => id)
  const allowed = may('read', orderLine.path, 'priceSourceId') && ids.length > 0
  const orders = useQuery<ConsumingLines, Refusal>({
    queryKey: [orderLine.path, 'of a contract', row.id, row.rowVersion],
    queryFn: async () => {
      const params = { priceSource: 'RATE_CONTRACT', priceSourceId: { $in: ids }, $sort: { id: -1 }, $limit: MAX_ROWS }
      return (await api.get<ConsumingLines>(`/${orderLine.path}`, { params })).data
    },
    enabled: allowed,
  })
  if (!allowed) return null
  const lines = orders.data?.data ?? []
  return (
    <section className="panel" aria-labelledby="consuming">
      <h2 id="consuming">Orders on this contract</h2>
      {orders.error && <p className="field-error">{orders.error.message}</p>}
      {orders.data && lines.length === 0 && <p className="quiet">No orders priced by it yet.</p>}
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
                <th scope="col">Line</th>
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
                  <td data-label="Line">
                    <Cell field={lineStatus} value={line.lineStatus} />
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
