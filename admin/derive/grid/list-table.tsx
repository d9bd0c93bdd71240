import { lazy, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { useLook } from '../../theme/use-look.ts'
import { columnWidths, contentWidth, fittedWidth, pinOffsets, wordWidth } from '../list/column-widths.ts'
import type { PlacedColumn } from '../list/columns.ts'
import { leadCountOf } from '../list/leads.ts'
import type { ListState } from '../list/list-state.ts'
import { printWidths } from '../list/print-widths.ts'
import { nextSort } from '../list/sort-button.tsx'
import type { GridLayout } from '../list/use-layout.ts'
import type { ChangeState } from '../list/use-list-state.ts'
import { type ApiRow, textInRow } from '../value-text.ts'
import { GridHead } from './grid-head.tsx'
import type { CellEditing, Selection } from './grid-hooks.ts'
import { GridRow } from './grid-row.tsx'
import type { Totals } from './grid-totals.tsx'
import { useMayAct } from './row-actions.tsx'
import { useGridFocus } from './use-grid-focus.ts'
import { useRowPath } from './use-row-path.ts'
import { showWholeText } from './whole-text.ts'

const ColumnMenu = lazy(() => import('../list/column-menu.tsx'))
const GridTotals = lazy(() => import('./grid-totals.tsx'))

/** A table whose cells can take the focus. */
const GRID = { role: 'grid' } as const
const MARKED_GRID = { ...GRID, 'aria-multiselectable': true } as const
const HEAD = 44
const ROW = 36
const MARKS = 36
const STATUS = 110
const MENU = 36

export interface Grid {
  resource: Resource
  state: ListState
  change: ChangeState
  /** Undefined until the first answer arrives. */
  rows: readonly ApiRow[] | undefined
  total: number
  dim: boolean
  layout: GridLayout
  totals?: Totals | undefined
  selection?: Selection | undefined
  editing?: CellEditing | undefined
}

/** The rows as a grid: columns in the person's layout, row actions at the right end. */
export function ListTable(grid: Grid) {
  const { resource, state, change, rows, layout, selection, editing } = grid
  const navigate = useNavigate()
  const pathTo = useRowPath(resource)
  const columns = layout.columns.filter(({ shown }) => shown)
  const withStatus = state.active !== 'active'
  const withActions = useMayAct(resource)
  const actionsWidth = withActions ? MENU : 0
  const [menu, setMenu] = useState<{ name: string; head: HTMLElement }>()
  const [frame, room] = useFrameWidth()
  const extra = [selection, withStatus, withActions].filter(Boolean).length
  const beside = (selection ? MARKS : 0) + (withStatus ? STATUS : 0) + actionsWidth
  const { size } = useLook()
  const measures = useMeasures(resource, rows)
  const widths = columnWidths(columns, room - beside, { textSize: size, ...measures, leads: leadCountOf(columns) })
  const keys = useGridFocus({
    open(at, name, key) {
      const row = rows?.[at]
      if (!row) return false
      if (name && editing?.begin(row, name)) return true
      if (!name || key !== 'Enter') return false
      void navigate(pathTo('show', row.id))
      return true
    },
    select: (at, through) => rows?.[at] && selection?.toggle(rows[at], through),
    sort: (name, adding) => change(now => ({ sort: nextSort(now.sort, name, adding) })),
    menu: (name, head) => setMenu({ name, head }),
    resize: (name, by) => layout.widen(name, by, widths[columns.findIndex(column => column.name === name)]!),
    move: layout.move,
  })
  const style = {
    ...pinOffsets(columns, widths, selection ? MARKS : 0),
    scrollPaddingRight: actionsWidth,
  }
  // Where the filters leave little space, a few rows stay visible and the page scrolls.
  const minHeight = Math.min(HEAD + ROW * Math.max(1, rows?.length ?? state.size), HEAD + 4 * ROW)
  const wide = widths.reduce((sum, width) => sum + width, beside)
  const paper = printWidths(columns, { ...measures, label: text => wordWidth([text]) }, withStatus ? STATUS : 0)
  return (
    <div ref={frame} className={grid.dim ? 'grid-frame is-dim' : 'grid-frame'} style={{ ...style, minHeight }}>
      <table
        {...keys}
        onPointerOver={({ target }) => showWholeText(target)}
        {...(selection ? MARKED_GRID : GRID)}
        aria-label={resource.title}
        aria-busy={!rows || grid.dim}
        aria-rowcount={grid.total > 10_000 ? -1 : grid.total + 1}
        className={layout.density === 'compact' ? 'grid is-compact' : 'grid'}
        style={{ width: wide, ['--paper' as string]: paper.scale }}
      >
        <colgroup>
          {selection && <col className="is-mark" style={{ width: MARKS }} />}
          {columns.map(({ name }, index) => (
            <col
              key={name}
              data-name={name}
              style={{ width: widths[index], ['--paper' as string]: paper.parts[index] }}
            />
          ))}
          {withStatus && <col style={{ width: STATUS, ['--paper' as string]: paper.status }} />}
          {withActions && <col className="is-actions" style={{ width: actionsWidth }} />}
        </colgroup>
        <GridHead
          {...{ resource, columns, layout, withStatus, withActions }}
          sorting={{ state, change }}
          marks={selection?.head}
          menu={menu?.name}
          onMenu={(name, head) => setMenu({ name, head })}
        />
        <tbody>
          {!rows && <GridWaiting rows={Math.min(state.size, 20)} cells={columns.length + extra} />}
          {rows?.map((row, index) => (
            <GridRow
              key={row.id}
              resource={resource}
              row={row}
              number={(state.page - 1) * state.size + index + 2}
              columns={columns}
              withStatus={withStatus}
              withActions={withActions}
              toggle={selection?.toggle}
              begin={editing?.begin}
              selected={selection?.has(row.id) ?? false}
              edit={editing?.at?.id === row.id ? editing.render : undefined}
              editing={editing?.at?.id === row.id ? editing.at.name : undefined}
            />
          ))}
        </tbody>
        {rows && grid.totals && (
          <Suspense>
            <GridTotals columns={columns} totals={grid.totals} marked={!!selection} {...{ withStatus, withActions }} />
          </Suspense>
        )}
      </table>
      {menu && (
        <Suspense>
          <ColumnMenu {...menu} {...{ resource, state, change, layout }} onClose={() => setMenu(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

/** How wide columns are: fitted to the first rows that came, so that none jumps when a page is turned. */
function useMeasures(resource: Resource, rows: readonly ApiRow[] | undefined) {
  const [first, setFirst] = useState<readonly ApiRow[]>()
  if (!first && rows && rows.length > 0) setFirst(rows.slice(0, 50))
  return useMemo(() => {
    const textsOf = ({ name, field }: PlacedColumn) =>
      (first ?? []).flatMap(row => (name in row ? [textInRow(resource, row, name, field)] : []))
    return {
      usual: (column: PlacedColumn) => fittedWidth(column, textsOf(column)),
      content: (column: PlacedColumn) => contentWidth(column, textsOf(column)),
      word: (column: PlacedColumn) => wordWidth(textsOf(column)),
    }
  }, [resource, first])
}

/** Placeholder rows of the same height as real ones. */
const GridWaiting = ({ rows, cells }: { rows: number; cells: number }) =>
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

/** The width of the frame in pixels; measured before the first paint, so that columns do not jump. */
function useFrameWidth() {
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
