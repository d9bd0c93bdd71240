import { Button } from 'antd'
import { useState } from 'react'
import { quantityText } from '../../../resources/define/show.ts'
import type { SourceLines } from '../../../resources/orders/pad/commands.ts'
import { doubleRows, doubleText } from '../../../resources/orders/pad/double-rows.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import { padLine } from '../lines/line-store.ts'
import { usePad } from './pad.ts'

/**
 * The lines of a source before they go on the order: doubles are marked and left out unless selected, and what can no
 * longer be ordered is named.
 */
export function SourcePreview({
  name,
  lines: { lines, gone },
  onBack,
  onTaken,
}: {
  name: string
  lines: SourceLines
  onBack: () => void
  onTaken: () => void
}) {
  const { store } = usePad()
  const [doubles] = useState(() =>
    doubleRows(
      lines.map(({ product }) => product.id),
      new Set(store.lines().flatMap(({ product }) => product?.id ?? [])),
    ),
  )
  const [selected, setSelected] = useState<ReadonlySet<number>>(
    () => new Set(doubles.flatMap((double, index) => (double === null ? [index] : []))),
  )
  const count = (lines: number) => `${lines} ${lines === 1 ? 'line' : 'lines'}`

  function choose(index: number, on: boolean) {
    setSelected(new Set(on ? [...selected, index] : [...selected].filter(each => each !== index)))
  }

  function take() {
    const taken = lines.filter((_, index) => selected.has(index))
    store.add(taken.map(({ product, qty }) => padLine({ product, qty })))
    showSuccess(`${count(taken.length)} of ${name} ${taken.length === 1 ? 'is' : 'are'} on the order.`)
    onTaken()
  }

  return (
    <div className="source-drawer">
      <ul aria-label={`Lines of ${name}`}>
        {lines.map(({ product, qty }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a product may be in the list twice, and its order never changes
          <li key={index}>
            <label className="source-line">
              <input
                type="checkbox"
                checked={selected.has(index)}
                onChange={({ target }) => choose(index, target.checked)}
              />
              <span>
                <strong>{product.code}</strong> {product.name}
                {doubles[index] !== null && (
                  <span className="source-mark">
                    <Icon name="alert" size={11} /> {doubleText(doubles[index]!)}
                  </span>
                )}
              </span>
            </label>
            <span className="number">
              {quantityText(qty)} {product.uom}
            </span>
          </li>
        ))}
        {gone.map(({ code, name }) => (
          <li key={code}>
            <span className="source-line">
              <span>
                <strong>{code}</strong> {name}
                <span className="source-mark">
                  <Icon name="alert" size={11} /> Can no longer be ordered
                </span>
              </span>
            </span>
          </li>
        ))}
      </ul>
      <div className="source-buttons">
        <Button type="primary" autoFocus={selected.size > 0} disabled={selected.size === 0} onClick={take}>
          {selected.size === 0 ? 'Select lines to take' : `Put ${count(selected.size)} on the order`}
        </Button>
        <Button onClick={onBack}>Back</Button>
      </div>
    </div>
  )
}
