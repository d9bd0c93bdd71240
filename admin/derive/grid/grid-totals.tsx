import type { PlacedColumn } from '../list/columns.ts'
import { Cell, isRight } from './cell.tsx'
import { pinAt } from './grid-row.tsx'

/** The sums of columns over all rows that match the filters, by column name. */
export type Totals = Readonly<Record<string, number | null>>

/** The footer of a grid: totals over the whole filter, not over the page. */
export default function GridTotals(foot: {
  columns: readonly PlacedColumn[]
  totals: Totals
  marked: boolean
  withStatus: boolean
  withActions: boolean
}) {
  const { columns, totals } = foot
  return (
    <tfoot className="grid-totals">
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
