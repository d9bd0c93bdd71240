import { Button } from 'antd'
import { useState } from 'react'
import { quantityText } from '../../../resources/define/show.ts'
import { doubleRows, doubleText } from '../../../resources/orders/pad/double-rows.ts'
import type { SourceLines } from '../../../resources/orders/pad/order-sources.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import { padLine } from '../lines/line-store.ts'
import { usePad } from './pad.ts'

/**
 * The lines of a source before they go on the order: doubles are marked and left out unless chosen, and what can no
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
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(doubles.flatMap((double, index) => (double === null ? [index] : []))),
  )
  const count = (lines: number) => `${lines} ${lines === 1 ? 'line' : 'lines'}`

  function choose(index: number, on: boolean) {
    setChosen(new Set(on ? [...chosen, index] : [...chosen].filter(each => each !== index)))
  }

  function take() {
    const taken = lines.filter((_, index) => chosen.has(index))
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
                checked={chosen.has(index)}
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
        <Button type="primary" autoFocus={chosen.size > 0} disabled={chosen.size === 0} onClick={take}>
          {chosen.size === 0 ? 'Choose lines to take' : `Put ${count(chosen.size)} on the order`}
        </Button>
        <Button onClick={onBack}>Back</Button>
      </div>
    </div>
  )
}
