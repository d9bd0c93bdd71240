import { Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { plainText } from '../../../resources/define/sheet/signs.ts'
import type { OfferedProduct } from '../../../resources/orders/pad/offers.ts'
import { toSalesUnit } from '../../../resources/orders/pad/units.ts'
import { NumberInput } from '../../derive/form/number-input.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { productsOf } from '../order-api.ts'
import { usePad } from '../pad/pad.ts'
import { notSold, type TrayRow } from './tray-rows.ts'

/** A pasted row with its possible products: one press adds it to the order; code and quantity can be corrected. */
export function TrayItem({
  row,
  onChange,
  onTake,
  onDrop,
}: {
  row: TrayRow
  onChange: (changes: Partial<TrayRow>) => void
  onTake: (product: OfferedProduct, qty: number) => void
  onDrop: () => void
}) {
  const { customerId } = usePad()
  const [busy, setBusy] = useState(false)
  const { key, text, reason, matches, code, qty } = row
  const latest = useRef(row)
  latest.current = row

  function take(product: OfferedProduct) {
    // The quantity may have been typed while the code was looked up.
    const { qty, unit } = latest.current
    const sold = typeof qty === 'number' ? toSalesUnit(qty, unit, product).qty : null
    if (sold === null) {
      onChange({
        code: product.code,
        matches: [product],
        unit: null,
        reason: `How much of ${product.code}, in ${product.uom}?`,
      })
      return document.getElementById(`${key}-qty`)?.focus()
    }
    onTake(product, sold)
  }

  async function add() {
    const wanted = plainText(code).toUpperCase()
    if (wanted === '') return onChange({ reason: 'Enter a product code' })
    setBusy(true)
    try {
      const product = (await productsOf(customerId, [wanted])).get(wanted)
      if (!product) return onChange({ reason: notSold(wanted) })
      take(product)
    } catch {
      onChange({ reason: 'The product could not be looked up: try again' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <li id={key}>
      <code className="tray-text">{text.replace(/\t/g, '  ')}</code>
      <span className="tray-why">
        <span className="tray-reason">{reason}</span>
        {matches.map(product => (
          <Button
            key={product.id}
            size="small"
            onClick={() => take(product)}
            title={`Put ${product.code} on the order`}
          >
            <Icon name="plus" size={12} />
            <span>
              <strong>{product.code}</strong> {product.name}
              {product.packSize && <span className="quiet"> · {product.packSize}</span>}
            </span>
          </Button>
        ))}
      </span>
      <span className="tray-fix">
        <label className="for-readers" htmlFor={`${key}-code`}>
          Product code for “{text}”
        </label>
        <Input
          id={`${key}-code`}
          value={code}
          maxLength={40}
          placeholder="Code"
          onChange={event => onChange({ code: event.target.value })}
          onPressEnter={() => void add()}
        />
        <label className="for-readers" htmlFor={`${key}-qty`}>
          Quantity for “{text}”
        </label>
        <NumberInput
          id={`${key}-qty`}
          scale={3}
          placeholder="Qty"
          value={qty}
          onChange={value => onChange({ qty: value, unit: null })}
        />
        <Button loading={busy} onClick={() => void add()}>
          Add
        </Button>
        <Button type="text" onClick={onDrop}>
          Discard<span className="for-readers"> “{text}”</span>
        </Button>
      </span>
    </li>
  )
}
