import { type RefObject, useEffect, useRef, useState } from 'react'
import type { PlacedColumn } from '../list/columns.ts'
import { Cell, isRight } from './cell.tsx'
import { pinAt } from './grid-row.tsx'

/** The sums of columns over all rows that match the filters, by column name. */
export type Totals = Readonly<Record<string, number | null>>

/** The footer of a grid: totals over the whole filter, not over the page; hidden while none of them is in sight. */
export default function GridTotals(foot: {
  columns: readonly PlacedColumn[]
  totals: Totals
  marked: boolean
  withStatus: boolean
  withActions: boolean
}) {
  const { columns, totals } = foot
  const row = useRef<HTMLTableSectionElement>(null)
  const summed = columns.filter(({ name }) => name in totals)
  const inSight = useInSight(
    row,
    summed.map(({ name }) => name),
  )
  return (
    <tfoot ref={row} className="grid-totals" hidden={!inSight && !summed.some(({ pinned }) => pinned)}>
      <tr>
        {foot.marked && <td tabIndex={-1} className="is-pinned is-mark" />}
        {columns.map(({ name, field, pinned }, index) => (
          <td
            key={name}
            tabIndex={-1}
            data-name={name}
            className={[pinned && 'is-pinned', isRight(field) && 'is-right'].filter(Boolean).join(' ') || undefined}
            style={pinned ? pinAt(index) : undefined}
          >
            {name in totals ? (
              <Cell field={field} value={totals[name]} />
            ) : (
              index === 0 && <span title="Total of all rows">Total</span>
            )}
          </td>
        ))}
        {foot.withStatus && <td tabIndex={-1} />}
        {foot.withActions && <td tabIndex={-1} className="is-actions" />}
      </tr>
    </tfoot>
  )
}

/** Whether the head of one of these columns is in the frame, beside the columns that stay at its edges. */
function useInSight(row: RefObject<HTMLElement | null>, names: readonly string[]): boolean {
  const [inSight, setInSight] = useState(false)
  const watched = names.join()
  useEffect(() => {
    const table = row.current!.closest('table')!
    const frame = table.parentElement!
    const { scrollPaddingLeft: left, scrollPaddingRight: right } = getComputedStyle(frame)
    const seen = new Set<Element>()
    const observer = new IntersectionObserver(
      changes => {
        for (const { target, intersectionRatio } of changes)
          if (intersectionRatio >= WHOLE) seen.add(target)
          else seen.delete(target)
        setInSight(seen.size > 0)
      },
      { root: frame, rootMargin: `0px -${right} 0px -${left}`, threshold: WHOLE },
    )
    for (const name of watched.split(',')) {
      const head = table.querySelector(`th[data-name="${CSS.escape(name)}"]`)
      if (head) observer.observe(head)
    }
    return () => observer.disconnect()
  }, [row, watched])
  return inSight
}

/** Of the width of a column, as much as shows its sum. */
const WHOLE = 0.9
