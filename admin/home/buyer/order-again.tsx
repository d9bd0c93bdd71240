import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { dayOf } from '../../../resources/define/dates.ts'
import { pricePer, quantityText, rupees } from '../../../resources/define/show.ts'
import { plainLine } from '../../../resources/orders/order-input.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { countText, plainDay, readOn } from '../../derive/record/when.ts'
import { askQuote, frequentItems } from '../../orders/order-api.ts'
import { openNew } from '../../orders/pad/open-order.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { Empty } from '../../shell/empty.tsx'
import { useDebounced } from '../../shell/use-debounced.ts'
import { few } from './few.ts'
import { Part, PartTable } from './part.tsx'

const MOST = 6
/** Lines among which the last one of each product is looked for. */
const LAST = 200

/** What the customer buys often, with quantities that open the next order. */
export function OrderAgain({ customerId }: { customerId: number }) {
  const today = readOn()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const { data } = useQuery({
    queryKey: ['home', 'often', customerId],
    queryFn: async () => {
      const products = (await frequentItems(customerId)).slice(0, MOST)
      // Drafts and orders that wait are not bought yet, and their prices may be asked for only.
      const where = { productId: { $in: products.map(({ id }) => id) }, sapItemNo: { $ne: null } }
      return { products, lines: products.length > 0 ? await few(orderLine, { where, sort: { id: -1 } }, LAST) : [] }
    },
  })
  const wanted = (data?.products ?? []).flatMap(product => {
    const qty = Math.round(Number(typed[product.code]) * 1000)
    return qty > 0 ? [{ product, qty }] : []
  })
  const sum = useSum(
    customerId,
    wanted.map(({ product, qty }) => ({ productId: product.id, qty })),
  )
  const items = new URLSearchParams(
    wanted.flatMap(({ product, qty }) => [
      ['item', product.code],
      ['qty', String(qty)],
    ]),
  )
  return (
    <Part
      id="home-again"
      title="Order again"
      says="what you buy often"
      more={<Link to="/orders/order-history">All orders</Link>}
    >
      {data?.products.length === 0 && <Empty text="You have not ordered yet." />}
      {data && data.products.length > 0 && (
        <PartTable heads={['Product', 'Last time', '₹ then', 'Quantity']}>
          {data.products.map(({ id, code, name, packSize, qty }) => {
            const last = data.lines.find(({ productId }) => productId === id)
            return (
              <tr key={id}>
                <td>
                  {name}
                  {packSize && `, ${packSize}`}
                </td>
                <td className="is-number quiet">
                  {last && `${quantityText(Number(last.qty))} on ${plainDay(dayOf(String(last.createdAt)), today)}`}
                </td>
                <td className="is-number">
                  {typeof last?.netPrice === 'number' && pricePer(last.netPrice, Number(last.priceUnit))}
                </td>
                <td className="is-number">
                  <Input
                    aria-label={`Quantity of ${name}`}
                    inputMode="decimal"
                    placeholder={quantityText(qty)}
                    maxLength={9}
                    value={typed[code] ?? ''}
                    onChange={({ target }) => setTyped({ ...typed, [code]: target.value })}
                  />
                </td>
              </tr>
            )
          })}
        </PartTable>
      )}
      <div className="today-act">
        {wanted.length === 0 ? (
          <ButtonLink type="primary" to="/orders/default">
            New order
          </ButtonLink>
        ) : (
          <>
            <ButtonLink type="primary" to={`/orders/default?${items}`}>
              Order {countText(wanted.length, 'product')}
              {sum !== undefined && `, ${rupees(sum)}`}
            </ButtonLink>
            <span className="quiet">{sum !== undefined && 'with GST. '}You check it before it is sent.</span>
          </>
        )}
      </div>
    </Part>
  )
}

/** What the lines cost today with GST; undefined while it is worked out, and where it cannot be. */
function useSum(customerId: number, lines: readonly { productId: number; qty: number }[]): number | undefined {
  const now = JSON.stringify(lines)
  const asked = useDebounced(now, 300)
  const { data } = useQuery({
    queryKey: ['home', 'quote', customerId, asked],
    enabled: asked !== '[]',
    queryFn: async ({ signal }) => {
      const { header } = await openNew(customerId)
      const bodies = (JSON.parse(asked) as typeof lines).map(line => plainLine({ ...line, manualDiscountPct: 0 }))
      return (await askQuote({ ...header, customerId, lines: bodies }, [], signal)).totals?.grossValue ?? null
    },
  })
  return asked === now ? (data ?? undefined) : undefined
}
