import { Button, Checkbox } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { learnCode } from '../orders/order-api.ts'
import type { OfferedProduct } from '../orders/order-shapes.ts'
import { isRefusal } from '../shell/api.ts'
import { Icon } from '../shell/icons.tsx'
import { failed } from '../shell/notices.ts'
import { padLine } from './line-store.ts'
import { usePad } from './pad.ts'
import type { TrayRow } from './paste-rows.ts'
import { TrayItem } from './tray-item.tsx'
import './paste-tray.css'

/**
 * Pasted rows that a person must look at; they stay until they are put on the order or thrown away. What he chooses may
 * be remembered as the customer's own code. The focus goes to the rows that came, and on to the next once one is done.
 */
export function PasteTray({ rows, onChange }: { rows: readonly TrayRow[]; onChange: (rows: TrayRow[]) => void }) {
  const { store, customerId, focus } = usePad()
  const [learns, setLearns] = useState(false)
  const [said, setSaid] = useState('')
  const seen = useRef(0)
  const next = useRef<number | null>(null)
  useEffect(() => {
    const at = rows.length > seen.current ? seen.current : next.current
    seen.current = rows.length
    next.current = null
    if (at === null) return
    const row = rows[Math.min(at, rows.length - 1)]
    const last = store.keys().at(-1)
    if (row) document.getElementById(row.key)?.querySelector<HTMLElement>('button, input')?.focus()
    else if (last) focus(last, 'product')
  }, [rows, store, focus])

  const change = (changed: TrayRow) => onChange(rows.map(row => (row.key === changed.key ? changed : row)))
  const empty = rows.filter(row => !saysSomething(row)).length
  function drop(key: string) {
    next.current = rows.findIndex(row => row.key === key)
    onChange(rows.filter(row => row.key !== key))
  }
  function keep(rest: TrayRow[]) {
    next.current = 0
    onChange(rest)
  }

  async function take(row: TrayRow, product: OfferedProduct, qty: number) {
    const learned = learns && row.said && row.said.toUpperCase() !== product.code ? row.said : null
    store.add([padLine({ product, typed: product.code, qty, readAs: learned && `«${learned}»: learned` })])
    drop(row.key)
    setSaid(`${product.code} is on the order.`)
    if (learned === null) return
    try {
      await learnCode(customerId, learned, product.id)
      setSaid(`${product.code} is on the order. «${learned}» is remembered as this customer’s word for it.`)
    } catch (error) {
      failed(`«${learned}» could not be remembered.`, isRefusal(error) ? error.message : undefined)
    }
  }

  const told = (
    <p role="status" className={said === '' ? 'for-readers' : 'pad-said'}>
      {said}
    </p>
  )
  if (rows.length === 0) return told
  return (
    <section className="tray" aria-labelledby="tray-head">
      <h3 id="tray-head">
        <Icon name="alert" />{' '}
        {rows.length === 1 ? '1 pasted row needs a look' : `${rows.length} pasted rows need a look`}
      </h3>
      {rows.some(({ said }) => said) && (
        <Checkbox checked={learns} onChange={({ target }) => setLearns(target.checked)}>
          Remember what I choose as this customer’s own codes
        </Checkbox>
      )}
      {told}
      <ul>
        {rows.map(row => (
          <TrayItem
            key={row.key}
            row={row}
            onChange={change}
            onTake={(product, qty) => void take(row, product, qty)}
            onDrop={() => drop(row.key)}
          />
        ))}
      </ul>
      {rows.length > 1 && (
        <span className="tray-fix">
          {empty > 0 && empty < rows.length && (
            <Button onClick={() => keep(rows.filter(saysSomething))}>
              Discard the {empty === 1 ? 'row' : `${empty} rows`} without a product
            </Button>
          )}
          <Button onClick={() => keep([])}>Discard all</Button>
        </span>
      )}
    </section>
  )
}

/** A greeting or a signature has neither a product nor a quantity. */
const saysSomething = ({ code, qty, matches }: TrayRow) => code !== '' || qty !== null || matches.length > 0
