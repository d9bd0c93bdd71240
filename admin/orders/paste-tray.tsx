import { Button, Input } from 'antd'
import { useState } from 'react'
import { NumberInput } from '../derive/number-input.tsx'
import { Icon } from '../shell/icons.tsx'
import { padLine } from './line-store.ts'
import { productsOf } from './order-api.ts'
import { usePad } from './pad.ts'
import { notSold, type TrayRow } from './paste-rows.ts'
import './paste-tray.css'

/** Pasted rows that a person must look at; they stay until they are put on the order or thrown away. */
export function PasteTray({ rows, onChange }: { rows: readonly TrayRow[]; onChange: (rows: TrayRow[]) => void }) {
  if (rows.length === 0) return null
  const change = (changed: TrayRow) => onChange(rows.map(row => (row.key === changed.key ? changed : row)))
  const drop = (key: string) => onChange(rows.filter(row => row.key !== key))
  return (
    <section className="tray" aria-labelledby="tray-head">
      <h3 id="tray-head">
        <Icon name="alert" />{' '}
        {rows.length === 1 ? '1 pasted row needs a look' : `${rows.length} pasted rows need a look`}
      </h3>
      <ul>
        {rows.map(row => (
          <TrayItem key={row.key} row={row} onChange={change} onDrop={() => drop(row.key)} />
        ))}
      </ul>
      {rows.length > 1 && <Button onClick={() => onChange([])}>Discard all</Button>}
    </section>
  )
}

function TrayItem({ row, onChange, onDrop }: { row: TrayRow; onChange: (row: TrayRow) => void; onDrop: () => void }) {
  const { store, customerId } = usePad()
  const [busy, setBusy] = useState(false)
  const { key, text, reason, code, qty } = row

  async function add() {
    const wanted = code.trim().toUpperCase()
    if (wanted === '') return onChange({ ...row, reason: 'Enter a product code' })
    setBusy(true)
    try {
      const product = (await productsOf(customerId, [wanted])).get(wanted)
      if (!product) return onChange({ ...row, reason: notSold(wanted) })
      store.add([padLine({ product, typed: product.code, qty })])
      onDrop()
    } catch {
      onChange({ ...row, reason: 'The product could not be looked up: try again' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <li>
      <code className="tray-text">{text.replace(/\t/g, '  ')}</code>
      <span className="field-error">{reason}</span>
      <span className="tray-fix">
        <label className="for-readers" htmlFor={`${key}-code`}>
          Product code for «{text}»
        </label>
        <Input
          id={`${key}-code`}
          value={code}
          maxLength={40}
          placeholder="Code"
          onChange={event => onChange({ ...row, code: event.target.value })}
          onPressEnter={() => void add()}
        />
        <label className="for-readers" htmlFor={`${key}-qty`}>
          Quantity for «{text}»
        </label>
        <NumberInput
          id={`${key}-qty`}
          scale={3}
          placeholder="Qty"
          value={qty}
          onChange={value => onChange({ ...row, qty: value })}
        />
        <Button loading={busy} onClick={() => void add()}>
          Add
        </Button>
        <Button type="text" onClick={onDrop}>
          Discard<span className="for-readers"> «{text}»</span>
        </Button>
      </span>
    </li>
  )
}
