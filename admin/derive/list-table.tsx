import { type CSSProperties, lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import { ColumnHead } from './column-head.tsx'
import { laidWidths } from './column-widths.ts'
import type { Placed } from './columns.ts'
import type { CellEditing, Selection } from './grid-hooks.ts'
import { GridRow, pinAt } from './grid-row.tsx'
import { GridTotals, type Totals } from './grid-totals.tsx'
import type { ListState } from './list-state.ts'
import { pathOf } from './screens.ts'
import { sortedBy } from './sort-button.tsx'
import { useGridFocus } from './use-grid-focus.ts'
import type { Lay } from './use-layout.ts'
import type { ChangeState } from './use-list-state.ts'
import type { ApiRow } from './value-text.ts'

const ColumnMenu = lazy(() => import('./column-menu.tsx'))

/** A table whose cells take the focus. */
const GRID = { role: 'grid' } as const
const MARKED_GRID = { ...GRID, 'aria-multiselectable': true } as const
const MARKS = 36
const STATUS = 110
const ACTIONS = 104

export interface Grid {
  resource: Resource
  state: ListState
  change: ChangeState
  /** Undefined while they are on their way for the first time. */
  rows: readonly ApiRow[] | undefined
  total: number
  dim: boolean
  lay: Lay
  totals?: Totals | undefined
  selection?: Selection | undefined
  editing?: CellEditing | undefined
}

/** The rows as a grid: the columns as the person laid them, what can be done with a row at its right end. */
export function ListTable(grid: Grid) {
  const { resource, state, change, rows, lay, selection, editing } = grid
  const navigate = useNavigate()
  const columns = lay.columns.filter(({ shown }) => shown)
  const withStatus = state.active !== 'active'
  const [menu, setMenu] = useState<{ name: string; head: HTMLElement }>()
  const [frame, room] = useRoom()
  const beside = (selection ? MARKS : 0) + (withStatus ? STATUS : 0) + ACTIONS
  const widths = laidWidths(columns, room - beside)
  const keys = useGridFocus({
    open(at, name, key) {
      const row = rows?.[at]
      if (!row) return false
      if (name && editing?.begin(row, name)) return true
      if (!name || key !== 'Enter') return false
      void navigate(pathOf.show(resource, row.id))
      return true
    },
    select: (at, through) => rows?.[at] && selection?.toggle(rows[at], through),
    sort: (name, adding) => change({ sort: sortedBy(state.sort, name, adding) }),
    menu: (name, head) => setMenu({ name, head }),
    resize: (name, by) => lay.resize(name, widths[columns.findIndex(column => column.name === name)]! + by),
    move: lay.move,
  })
  const style = pinsOf(columns, widths, selection ? MARKS : 0)
  const wide = widths.reduce((sum, width) => sum + width, beside)
  return (
    <div ref={frame} className={grid.dim ? 'grid-frame is-dim' : 'grid-frame'} style={style}>
      <table
        {...keys}
        {...(selection ? MARKED_GRID : GRID)}
        aria-label={resource.title}
        aria-busy={!rows || grid.dim}
        aria-rowcount={grid.total > 10_000 ? -1 : grid.total + 1}
        className={lay.density === 'compact' ? 'grid is-compact' : 'grid'}
        style={{ width: wide }}
      >
        <colgroup>
          {selection && <col style={{ width: MARKS }} />}
          {columns.map(({ name }, index) => (
            <col key={name} data-name={name} style={{ width: widths[index] }} />
          ))}
          {withStatus && <col style={{ width: STATUS }} />}
          <col style={{ width: ACTIONS }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selection && (
              <th scope="col" tabIndex={-1} className="is-pinned is-mark">
                {selection.head}
              </th>
            )}
            {columns.map((column, index) => (
              <ColumnHead
                key={column.name}
                column={column}
                resource={resource}
                sorting={{ state, change }}
                lay={lay}
                style={column.pinned ? pinAt(index) : undefined}
                menuOpen={menu?.name === column.name}
                onMenu={(name, head) => setMenu({ name, head })}
              />
            ))}
            {withStatus && (
              <th scope="col" tabIndex={-1}>
                Status
              </th>
            )}
            <th scope="col" tabIndex={-1} className="is-actions">
              <span className="for-readers">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row, index) => (
                <GridRow
                  key={row.id}
                  resource={resource}
                  row={row}
                  number={(state.page - 1) * state.size + index + 2}
                  columns={columns}
                  withStatus={withStatus}
                  toggle={selection?.toggle}
                  begin={editing?.begin}
                  selected={selection?.has(row.id) ?? false}
                  edit={editing?.at?.id === row.id ? editing.render : undefined}
                  editing={editing?.at?.id === row.id ? editing.at.name : undefined}
                />
              ))
            : skeleton(Math.min(state.size, 12), columns.length + (selection ? 1 : 0) + (withStatus ? 1 : 0) + 1)}
        </tbody>
        {rows && grid.totals && (
          <GridTotals columns={columns} totals={grid.totals} marked={!!selection} withStatus={withStatus} />
        )}
      </table>
      {menu && (
        <Suspense>
          <ColumnMenu {...menu} {...{ resource, state, change, lay }} onClose={() => setMenu(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** Rows still on their way, as high as the real ones. */
const skeleton = (rows: number, cells: number) =>
  Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <tr key={row} className="is-waiting">
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <td key={cell}>
          <span className="skeleton" />
        </td>
      ))}
    </tr>
  ))

/** How far from the left each pinned column stands, and how far all of them reach: nothing focused hides behind them. */
function pinsOf(columns: readonly Placed[], widths: readonly number[], from: number): CSSProperties {
  const style: Record<string, string> = {}
  let left = from
  columns.forEach(({ pinned }, index) => {
    if (!pinned) return
    style[`--pin-${index}`] = `${left}px`
    left += widths[index]!
  })
  return { ...style, scrollPaddingLeft: left, scrollPaddingRight: ACTIONS } as CSSProperties
}

/** How wide the frame is; known before the first paint, so that columns do not jump. */
function useRoom() {
  const frame = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setRoom(frame.current?.clientWidth ?? 0)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(frame.current!)
    return () => observer.disconnect()
  }, [])
  return [frame, room] as const
}
