import { Button, Checkbox } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { learnCode as storeCode } from '../../../resources/orders/pad/commands.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import { ask, at } from '../../derive/command/ask.ts'
import { isRefusal } from '../../shell/api.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { showFailure } from '../../shell/notices/notices.ts'
import { padLine } from '../lines/line-store.ts'
import { isTypingOutside } from '../pad/is-typing-outside.ts'
import { usePad } from '../pad/pad.ts'
import { TrayItem } from './tray-item.tsx'
import type { TrayRow } from './tray-rows.ts'
import './paste-tray.css'

/** Remembers the text as the customer's own code of this product. */
const learnCode = (customerId: number, itemCode: string, productId: number) =>
  ask(at<typeof storeCode>('POST learned-codes'), { customerId, itemCode, productId })

/**
 * Pasted rows that a person must review; they stay until they are added to the order or discarded. A chosen product may
 * be remembered under the customer's own code. The focus goes to new rows, and to the next row once one is done.
 */
export function PasteTray({
  rows,
  onChange,
}: {
  rows: readonly TrayRow[]
  /** Takes a function, since rows may change while the code of another is looked up. */
  onChange: (change: (now: TrayRow[]) => TrayRow[]) => void
}) {
  const { store, customerId, focus } = usePad()
  const [remembers, setRemembers] = useState(false)
  const [message, setMessage] = useState('')
  const seen = useRef(0)
  const next = useRef<number | null>(null)
  const latest = useRef(rows)
  latest.current = rows
  useEffect(() => {
    const hasNewRows = rows.length > seen.current
    const at = hasNewRows ? seen.current : next.current
    seen.current = rows.length
    next.current = null
    if (at === null || isTypingOutside(hasNewRows ? '.pad-lines' : '.tray')) return
    const row = rows[Math.min(at, rows.length - 1)]
    const last = store.keys().at(-1)
    if (row) document.getElementById(row.key)?.querySelector<HTMLElement>('button, input')?.focus()
    else if (last) focus(last, 'product')
  }, [rows, store, focus])

  const change = (key: string, changes: Partial<TrayRow>) =>
    onChange(now => now.map(row => (row.key === key ? { ...row, ...changes } : row)))
  const empty = rows.filter(row => !isMeaningful(row)).length
  function drop(key: string) {
    next.current = latest.current.findIndex(row => row.key === key)
    latest.current = latest.current.filter(row => row.key !== key)
    onChange(now => now.filter(row => row.key !== key))
  }
  function keepOnly(isNeeded: (row: TrayRow) => boolean) {
    next.current = 0
    onChange(now => now.filter(isNeeded))
  }

  async function take(row: TrayRow, product: OfferedProduct, qty: number) {
    // Its code was looked up twice, or the row was discarded meanwhile.
    if (!latest.current.some(({ key }) => key === row.key)) return
    const learned =
      remembers && row.customerCode && row.customerCode.toUpperCase() !== product.code ? row.customerCode : null
    store.add([padLine({ product, typed: product.code, qty, recognisedAs: learned && `“${learned}”: learned` })])
    drop(row.key)
    setMessage(`${product.code} is on the order.`)
    if (learned === null) return
    try {
      await learnCode(customerId, learned, product.id)
      setMessage(`${product.code} is on the order. “${learned}” is remembered as this customer’s word for it.`)
    } catch (error) {
      showFailure(`“${learned}” could not be remembered.`, isRefusal(error) ? error.message : undefined)
    }
  }

  const announcement = (
    <p role="status" className={message === '' ? 'for-readers' : 'pad-said'}>
      {message}
    </p>
  )
  if (rows.length === 0) return announcement
  return (
    <section className="tray" aria-labelledby="tray-head">
      <h3 id="tray-head">
        <Icon name="alert" />{' '}
        {rows.length === 1 ? '1 pasted row needs review' : `${rows.length} pasted rows need review`}
      </h3>
      {rows.some(({ customerCode }) => customerCode) && (
        <Checkbox checked={remembers} onChange={({ target }) => setRemembers(target.checked)}>
          Remember what I choose as this customer’s own codes
        </Checkbox>
      )}
      {announcement}
      <ul>
        {rows.map(row => (
          <TrayItem
            key={row.key}
            row={row}
            onChange={changes => change(row.key, changes)}
            onTake={(product, qty) => void take(row, product, qty)}
            onDrop={() => drop(row.key)}
          />
        ))}
      </ul>
      {rows.length > 1 && (
        <span className="tray-fix">
          {empty > 0 && empty < rows.length && (
            <Button onClick={() => keepOnly(isMeaningful)}>
              Discard the {empty === 1 ? 'row' : `${empty} rows`} without a product
            </Button>
          )}
          <Button onClick={() => keepOnly(() => false)}>Discard all</Button>
        </span>
      )}
    </section>
  )
}

/** Whether the row names a product or a quantity; a greeting or a signature does not. */
const isMeaningful = ({ code, qty, matches }: TrayRow) => code !== '' || qty !== null || matches.length > 0
