import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef } from 'react'
import { cellId, useKeys, usePad } from '../pad/pad.ts'
import type { PadColumn, PadFault } from './line-store.ts'
import { PadRow } from './pad-row.tsx'
import '../pad/pad-frame.css'
import './line-pad.css'

/** From this number on only the visible rows are rendered, so that 500 rows respond as fast as five. */
const VIRTUAL_FROM = 60
/** Frames to wait for a row to be rendered. */
const MAX_FRAMES = 20

/** Header and width of each column; the product takes the remaining width. */
const heads: { head: string; width: number | undefined; isNumber?: true; isText?: true; isDiscount?: true }[] = [
  { head: 'No', width: 28 },
  { head: 'Product', width: undefined },
  { head: 'Quantity', width: 80, isNumber: true },
  { head: 'List ₹', width: 88, isNumber: true },
  { head: 'Disc. %', width: 112, isNumber: true, isDiscount: true },
  { head: 'Net ₹', width: 98, isNumber: true },
  { head: 'Plant, stock', width: 130, isText: true },
  { head: 'Promised', width: 96, isText: true },
  { head: 'Total ₹', width: 116, isNumber: true },
]

/** The rows of the order: type a code, Tab, quantity, Enter. `faults` mark their cells. */
export const LinePad = memo(function LinePad({
  faults,
  onReach,
}: {
  faults: readonly PadFault[]
  onReach: (focusCell: (key: string, column: PadColumn) => void) => void
}) {
  const { store } = usePad()
  const keys = useKeys(store)
  const frame = useRef<HTMLElement>(null)
  const many = keys.length > VIRTUAL_FROM
  const virtual = useVirtualizer({
    count: keys.length,
    enabled: many,
    getScrollElement: () => frame.current,
    estimateSize: () => 53,
    getItemKey: index => keys[index]!,
    overscan: 5,
    useFlushSync: false,
  })
  useEffect(() => {
    onReach((key, column) => {
      if (focusCell(key, column)) return
      // A row just added, or out of sight, is rendered within a few frames.
      const again = (frames: number) => {
        if (frames === 0 || focusCell(key, column)) return
        if (frames < MAX_FRAMES) virtual.scrollToIndex(Math.max(0, store.keys().indexOf(key)), { align: 'center' })
        requestAnimationFrame(() => again(frames - 1))
      }
      requestAnimationFrame(() => again(MAX_FRAMES))
    })
  }, [onReach, store, virtual])
  const wrong = useMemo(() => wrongCells(faults), [faults])
  const errors = useMemo(() => errorsByRow(faults), [faults])

  const items = many ? virtual.getVirtualItems() : []
  const shown = many ? items.map(({ index }) => index) : keys.map((_, index) => index)
  const above = items[0]?.start ?? 0
  const below = many ? virtual.getTotalSize() - (items.at(-1)?.end ?? 0) : 0
  return (
    <section
      ref={frame}
      className={many ? 'pad-frame is-long' : 'pad-frame'}
      // Tab leads from the header to the first product; a long list is also scrolled by keys.
      tabIndex={many ? 0 : undefined}
      aria-label="Order lines"
    >
      <table className="pad-table">
        <caption className="for-readers">Products of the order</caption>
        <thead className="pad-titles">
          <tr>
            {heads.map(({ head, width, isNumber, isText, isDiscount }) => (
              <th
                key={head}
                scope="col"
                style={{ width }}
                className={['pad-column', isNumber && 'is-number', isText && 'is-text', isDiscount && 'is-discount']
                  .filter(Boolean)
                  .join(' ')}
              >
                {head}
              </th>
            ))}
            <th scope="col" style={{ width: 144 }} className="pad-column">
              <span className="for-readers">Actions</span>
            </th>
          </tr>
        </thead>
        {above > 0 && <Space height={above} />}
        {shown.map(index => (
          <PadRow
            key={keys[index]!}
            at={keys[index]!}
            index={index}
            wrong={wrong.get(keys[index]!) ?? ''}
            errors={errors.get(keys[index]!) ?? ''}
            {...(many ? { measure: virtual.measureElement } : {})}
          />
        ))}
        {below > 0 && <Space height={below} />}
      </table>
    </section>
  )
})

/** The space of the rows above or below the rendered ones. */
const Space = ({ height }: { height: number }) => (
  <tbody>
    <tr className="pad-space" style={{ height }} />
  </tbody>
)

function focusCell(key: string, column: PadColumn): boolean {
  const cell = document.getElementById(cellId(key, column)) as HTMLInputElement | null
  cell?.focus()
  cell?.select()
  return cell !== null
}

/** The columns with errors, by row; as text, so that an unchanged row does not render again. */
function wrongCells(faults: readonly PadFault[]) {
  const wrong = new Map<string, string>()
  for (const { key, column } of faults) if (key && column) wrong.set(key, `${wrong.get(key) ?? ''} ${column}`)
  return wrong
}

/** The errors of each row, one sentence per line, without the row's number. */
function errorsByRow(faults: readonly PadFault[]) {
  const texts = new Map<string, string>()
  for (const { key, code, message } of faults) {
    if (!key || code === 'UNKNOWN' || code === 'SEVERAL') continue
    const sentence = message.replace(/^Row \d+(?: \([^)]*\))?:? /, '').replace(/^./, letter => letter.toUpperCase())
    texts.set(key, texts.has(key) ? `${texts.get(key)}\n${sentence}` : sentence)
  }
  return texts
}
