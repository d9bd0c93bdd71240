import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import type { PadColumn, PadFault } from './line-store.ts'
import { cellId, useKeys, usePad } from './pad.ts'
import { PadRow } from './pad-row.tsx'

/** From here on only the rows in sight are drawn, so that 500 of them type as fast as five. */
const MANY = 60

const heads = [
  ['No', 'pad-no'],
  ['Product', ''],
  ['Quantity', 'pad-number'],
  ['List ₹', 'pad-number'],
  ['Disc. %', 'pad-number'],
  ['Net ₹', 'pad-number'],
  ['Plant', ''],
  ['Stock', 'pad-number'],
  ['Promised', ''],
  ['GST %', 'pad-number'],
  ['Total ₹', 'pad-number'],
] as const

/** The rows of the order: type a code, Tab, quantity, Enter. `faults` mark the cells they are about. */
export function LinePad({
  faults,
  onReach,
}: {
  faults: readonly PadFault[]
  onReach: (reach: (key: string, column: PadColumn) => void) => void
}) {
  const { store } = usePad()
  const keys = useKeys(store)
  const frame = useRef<HTMLDivElement>(null)
  const many = keys.length > MANY
  const virtual = useVirtualizer({
    count: keys.length,
    enabled: many,
    getScrollElement: () => frame.current,
    estimateSize: () => 62,
    getItemKey: index => keys[index]!,
    overscan: 8,
  })
  useEffect(() => {
    onReach((key, column) => {
      if (reach(key, column)) return
      virtual.scrollToIndex(Math.max(0, store.keys().indexOf(key)), { align: 'center' })
      later(() => reach(key, column))
    })
  }, [onReach, store, virtual])
  const wrong = useMemo(() => wrongCells(faults), [faults])

  const items = many ? virtual.getVirtualItems() : []
  const shown = many ? items.map(({ index }) => index) : keys.map((_, index) => index)
  const above = items[0]?.start ?? 0
  const below = many ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0
  return (
    // The table scrolls sideways on a narrow screen, and both ways when it is long: the keyboard must reach that too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div
      ref={frame}
      className={many ? 'pad-frame is-long' : 'pad-frame'}
      tabIndex={0}
      role="region"
      aria-label="Order lines"
    >
      <table className="pad-table">
        <caption className="for-readers">Products of the order</caption>
        <thead>
          <tr>
            {heads.map(([head, look]) => (
              <th key={head} scope="col" className={look}>
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="for-readers">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr className="pad-space" style={{ height: above }} />}
          {shown.map(index => (
            <PadRow
              key={keys[index]!}
              at={keys[index]!}
              index={index}
              wrong={wrong.get(keys[index]!) ?? ''}
              {...(many ? { measure: virtual.measureElement } : {})}
            />
          ))}
          {below > 0 && <tr className="pad-space" style={{ height: below }} />}
        </tbody>
      </table>
    </div>
  )
}

function reach(key: string, column: PadColumn): boolean {
  const cell = document.getElementById(cellId(key, column)) as HTMLInputElement | null
  cell?.focus()
  cell?.select()
  return cell !== null
}

/** A row that was just added, or scrolled to, is there once React has drawn it. */
const later = (work: () => void) => requestAnimationFrame(() => requestAnimationFrame(work))

/** The columns that are wrong, by row; as text, so that an unchanged row is not drawn again. */
function wrongCells(faults: readonly PadFault[]) {
  const wrong = new Map<string, string>()
  for (const { key, column } of faults) if (key && column) wrong.set(key, `${wrong.get(key) ?? ''} ${column}`)
  return wrong
}
