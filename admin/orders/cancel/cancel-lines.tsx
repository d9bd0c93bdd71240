import { useState } from 'react'
import { quantityText } from '../../../resources/define/show.ts'
import { openQtyOf } from '../../../resources/orders/cancel/cancellable.ts'
import { NumberInput } from '../../derive/form/number-input.tsx'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import type { OrderLineRow } from '../order-rows.ts'
import type { StepFormProps } from '../show/step-form.ts'

/** How much of each line to cancel in SAP; if no quantity is entered, all that is open. */
export default function CancelLines({ lines, onSay: onChange }: StepFormProps) {
  const [cut, setCut] = useState<ReadonlyMap<number, number | string | null>>(new Map())
  const open = lines.filter(line => openQtyOf(line) > 0 && line.lineStatus !== 'CANCELLED')
  function change(lineNo: number, qty: number | string | null) {
    const next = new Map(cut).set(lineNo, qty)
    setCut(next)
    const named = [...next].filter(([, cancelQty]) => cancelQty !== null && cancelQty !== '')
    onChange(named.length > 0 ? { lines: named.map(([no, cancelQty]) => ({ lineNo: no, cancelQty })) } : {})
  }
  const columns: PlainColumn<OrderLineRow>[] = [
    { head: 'Line', value: line => line.lineNo },
    { head: 'Product', value: line => line.texts.productId },
    { head: 'Ordered', value: line => `${quantityText(line.qty)} ${line.uom}`, right: true },
    { head: 'Dispatched', value: line => quantityText(line.dispatchedQty), right: true },
    { head: 'Open', value: line => quantityText(openQtyOf(line)), right: true },
    {
      head: 'Cancel',
      value: line => (
        <NumberInput
          id={`cancel-${line.lineNo}`}
          aria-label={`Quantity to cancel of line ${line.lineNo}`}
          scale={3}
          placeholder="All"
          value={cut.get(line.lineNo) ?? null}
          onChange={qty => change(line.lineNo, qty)}
        />
      ),
    },
  ]
  return (
    <div className="step-lines">
      <PlainGrid label="Open lines" rows={open} columns={columns} />
      <p className="field-hint">
        SAP must agree before the quantity counts as cancelled. Enter quantities to cancel a part; leave all empty to
        cancel everything open.
      </p>
    </div>
  )
}
