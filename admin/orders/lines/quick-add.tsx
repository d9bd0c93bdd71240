import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { quantityText } from '../../../resources/define/show.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { frequentItems } from '../order-api.ts'
import { usePad } from '../pad/pad.ts'
import { padLine } from './line-store.ts'
import './quick-add.css'

/** The number of items shown at first. */
const FIRST = 8

/** The items the customer orders frequently; one press adds an item in its usual quantity. */
export function QuickAdd() {
  const { store, customerId } = usePad()
  const [all, setAll] = useState(false)
  const [message, setMessage] = useState('')
  const { data = [] } = useQuery({
    queryKey: ['frequent-items', customerId],
    queryFn: () => frequentItems(customerId),
    staleTime: 300_000,
  })
  // As text, so that typing on the pad does not render this again.
  const ordered = useSyncExternalStore(store.subscribe, () => {
    const ids = new Set(store.lines().map(({ product }) => product?.id))
    return data.map(({ id }) => (ids.has(id) ? '1' : '0')).join('')
  })
  if (data.length === 0) return null

  return (
    <section className="quick-add" aria-labelledby="quick-add-head">
      <h3 id="quick-add-head">Bought often</h3>
      <ul>
        {(all ? data : data.slice(0, FIRST)).map(({ qty, source, ...product }, at) => (
          <li key={product.id}>
            <Button
              size="small"
              disabled={ordered[at] === '1'}
              title={`${product.name}${source === 'PINNED' ? ', pinned' : ''}`}
              onClick={() => {
                store.add([padLine({ product, qty })])
                setMessage(`${product.code}, ${quantityText(qty)} ${product.uom}, is on the order.`)
              }}
            >
              <Icon name={ordered[at] === '1' ? 'check' : 'plus'} /> {product.code}{' '}
              <span className="quick-name">{product.name}</span> × {quantityText(qty)}
            </Button>
          </li>
        ))}
      </ul>
      {!all && data.length > FIRST && (
        <button type="button" className="text-button" onClick={() => setAll(true)}>
          Show the other {data.length - FIRST}
        </button>
      )}
      <p role="status" className="for-readers">
        {message}
      </p>
    </section>
  )
}
