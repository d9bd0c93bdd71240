import { type DragEvent, type PointerEvent, useState } from 'react'
import { isRight } from '../grid/cell.tsx'
import { clampWidth } from './column-widths.ts'
import type { PlacedColumn } from './columns.ts'
import { isSortable } from './list-state.ts'
import { ariaSort, SortButton, type SortProps } from './sort-button.tsx'
import type { GridLayout } from './use-layout.ts'

/**
 * The header of a column: sorts, is dragged to another place, is resized at its right edge, and opens the column's
 * menu.
 */
export function ColumnHead(head: {
  column: PlacedColumn
  sorting: Omit<SortProps, 'name' | 'label'>
  resource: Parameters<typeof isSortable>[0]
  layout: GridLayout
  style: React.CSSProperties | undefined
  menuOpen: boolean
  onMenu: (name: string, head: HTMLElement) => void
}) {
  const { column, sorting, layout } = head
  const { name, label } = column
  const [over, setOver] = useState<'before' | 'after'>()
  const sortable = isSortable(head.resource, name)

  const sideOf = (event: DragEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return event.clientX > left + width / 2 ? 'after' : 'before'
  }
  return (
    <th
      scope="col"
      tabIndex={-1}
      data-name={name}
      aria-sort={sortable ? ariaSort(name, sorting.state) : undefined}
      className={[
        'column-head',
        column.pinned && 'is-pinned',
        isRight(column.field) && 'is-right',
        over && `is-${over}`,
      ]
        .filter(Boolean)
        .join(' ')}
      style={head.style}
      draggable
      onDragStart={event => {
        event.dataTransfer.setData('text/bilty-column', name)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={event => {
        if (!event.dataTransfer.types.includes('text/bilty-column')) return
        event.preventDefault()
        setOver(sideOf(event))
      }}
      onDragLeave={() => setOver(undefined)}
      onDrop={event => {
        event.preventDefault()
        setOver(undefined)
        layout.moveTo(event.dataTransfer.getData('text/bilty-column'), name, sideOf(event) === 'after')
      }}
    >
      <span className="column-words">
        {sortable ? (
          <SortButton name={name} label={label} {...sorting} />
        ) : (
          <span className="column-label" title={label}>
            {label}
          </span>
        )}
        <button
          type="button"
          className="column-menu-button"
          aria-haspopup="menu"
          aria-expanded={head.menuOpen}
          aria-label="Menu"
          onClick={event => head.onMenu(name, event.currentTarget.closest('th')!)}
        >
          ⋮
        </button>
      </span>
      <Grip name={name} layout={layout} />
    </th>
  )
}

/** The right edge of a column: dragging resizes it, a double click fits it to its content. */
function Grip({ name, layout }: { name: string; layout: GridLayout }) {
  const [from, setFrom] = useState<{ x: number; width: number; table: number }>()
  const partsOf = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    const table = currentTarget.closest('table')!
    return { table, column: table.querySelector<HTMLElement>(`col[data-name="${CSS.escape(name)}"]`)! }
  }
  const widthAt = (event: PointerEvent) => clampWidth(from!.width + event.clientX - from!.x)
  return (
    <span
      className="column-grip"
      aria-hidden="true"
      // Otherwise the browser drags the whole header.
      onMouseDown={event => event.preventDefault()}
      onDoubleClick={event => layout.resize(name, fittingWidth(event.currentTarget.closest('table')!, name))}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        const width = event.currentTarget.closest('th')!.offsetWidth
        setFrom({ x: event.clientX, width, table: partsOf(event).table.offsetWidth })
      }}
      onPointerMove={event => {
        if (!from) return
        // Only the column element changes while dragging, so no row renders.
        const { table, column } = partsOf(event)
        column.style.width = `${widthAt(event)}px`
        table.style.width = `${from.table + widthAt(event) - from.width}px`
      }}
      onPointerUp={event => {
        if (!from) return
        // React writes only what differs from what it last wrote: it must find the widths that it left.
        const { table, column } = partsOf(event)
        column.style.width = `${from.width}px`
        table.style.width = `${from.table}px`
        if (Math.abs(event.clientX - from.x) > 2) layout.resize(name, widthAt(event))
        setFrom(undefined)
      }}
      onPointerCancel={() => setFrom(undefined)}
    />
  )
}

/** The width in pixels at which nothing in the column is cut off on this page. */
export function fittingWidth(table: HTMLTableElement, name: string): number {
  const cells = [...table.querySelectorAll<HTMLElement>(`[data-name="${CSS.escape(name)}"] > *`)]
  const texts = cells.map(cell => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return Math.max(cell.scrollWidth, range.getBoundingClientRect().width)
  })
  return clampWidth(Math.max(0, ...texts) + 26)
}
