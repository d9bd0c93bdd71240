import { replaceEqualDeep } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef } from 'react'
import { cellId, useAnswer, useKeys, usePad } from '../pad/pad.ts'
import type { PadColumn, PadFault } from './line-store.ts'
import { PadRow } from './pad-row.tsx'
import { NO_FINDINGS, type RowFindings, rowFindings } from './row-findings.ts'
import '../pad/pad-frame.css'
import './line-pad.css'

/** From this number on only the visible rows are rendered, so that 500 rows respond as fast as five. */
const VIRTUAL_FROM = 60
/** Frames to wait for a row to be rendered. */
const MAX_FRAMES = 20

/** Header and width of each column; the product takes the remaining width. */
const heads: { head: string; width: number | undefined; isNumber?: true; isStock?: true }[] = [
  { head: 'No', width: 40 },
  { head: 'Product', width: undefined },
  { head: 'Quantity', width: 66, isNumber: true },
  { head: 'Pack', width: 62 },
  { head: 'List ₹', width: 78, isNumber: true },
  { head: 'Discount', width: 68, isNumber: true },
  { head: 'Net ₹', width: 78, isNumber: true },
  { head: 'Price from', width: 92 },
  { head: 'Plant has', width: 72, isNumber: true, isStock: true },
  { head: 'Amount ₹', width: 100, isNumber: true },
]

/** The rows of the order: type a code, Tab, quantity, Enter. `faults` mark their cells. */
export const LinePad = memo(function LinePad({
  faults,
  onReach,
}: {
  faults: readonly PadFault[]
  onReach: (focusCell: (key: string, column: PadColumn) => void) => void
}) {
  const { store, showsStock } = usePad()
  const keys = useKeys(store)
  const answer = useAnswer(store)
  const frame = useRef<HTMLElement>(null)
  const many = keys.length > VIRTUAL_FROM
  const virtual = useVirtualizer({
    count: keys.length,
    enabled: many,
    getScrollElement: () => frame.current,
    estimateSize: () => 33,
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
  const last = useRef<Record<string, RowFindings>>({})
  // Equal findings keep their identity, so that an unchanged row does not render again.
  const findings = useMemo(() => replaceEqualDeep(last.current, rowFindings(faults, answer)), [faults, answer])
  last.current = findings
  const columns = heads.filter(({ isStock }) => showsStock || !isStock)

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
            {columns.map(({ head, width, isNumber }) => (
              <th key={head} scope="col" style={{ width }} className={isNumber ? 'pad-column is-number' : 'pad-column'}>
                {head}
              </th>
            ))}
            <th scope="col" style={{ width: 30 }} className="pad-column">
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
            columns={columns.length + 1}
            findings={findings[keys[index]!] ?? NO_FINDINGS}
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
