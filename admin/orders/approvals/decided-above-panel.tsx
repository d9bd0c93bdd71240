import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { momentText, percentText, rupees } from '../../../resources/define/show.ts'
import type { showDecidedAbove } from '../../../resources/orders/approvals/commands.ts'
import { levelRuleWords } from '../../../resources/orders/approvals/level-rule.ts'
import { ask, at, keyOf } from '../../derive/command/ask.ts'
import type { ApiRow } from '../../derive/value-text.ts'
import '../../masters/lines.css'

const ref = at<typeof showDecidedAbove>('GET decided-above')

/** The orders above an approving limit, with everybody who approved them in turn and why they could. */
export default function DecidedAbovePanel({ row }: { row: ApiRow }) {
  const { data, error } = useQuery({
    queryKey: keyOf(ref, row.id, row.rowVersion),
    queryFn: () => ask(ref, { limitId: row.id }),
  })
  if (!data?.isTold && !error) return null
  const orders = data?.orders ?? []
  const valueText = String(row.limitType).endsWith('_PCT') ? percentText : rupees
  return (
    <section className="panel" aria-labelledby="decided-above">
      <h2 id="decided-above">Decided above this limit</h2>
      {error && <p className="field-error">{error.message}</p>}
      {data && orders.length === 0 && <p className="quiet">No orders above it were approved while it was valid.</p>}
      {orders.length > 0 && (
        <div className="table-scroll">
          <table className="plain-table lines-table">
            <thead>
              <tr>
                <th scope="col">Order</th>
                <th scope="col" className="is-number">
                  Value
                </th>
                <th scope="col">Approved by</th>
              </tr>
            </thead>
            <tbody>
              {orders.map(({ orderId, orderNo, value, decided }) => (
                <tr key={`${orderId} ${decided[0]?.at}`}>
                  <td data-label="Order">
                    <Link to={`/orders/order-history/${orderId}`}>{orderNo}</Link>
                  </td>
                  <td data-label="Value" className="is-number">
                    {valueText(value)}
                  </td>
                  <td data-label="Approved by">
                    {decided.map(({ name, rule, at }) => (
                      <div key={at}>
                        {name} <span className="quiet">{whyText(rule, at)}</span>
                      </div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const whyText = (rule: string | null, at: string) =>
  [rule && levelRuleWords.staff?.[rule], momentText(at)].filter(Boolean).join(' · ')
