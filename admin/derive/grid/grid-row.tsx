import { type MouseEvent, memo, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import type { PlacedColumn } from '../list/columns.ts'
import { type ApiRow, rowText } from '../value-text.ts'
import { isRight, LaterMark, RowMark } from './cell.tsx'
import type { CellEditing, Selection } from './grid-hooks.ts'
import { RowActions } from './row-actions.tsx'
import { CellOfRow, LeadCell } from './row-cells.tsx'
import { useRowPath } from './use-row-path.ts'

interface RowProps {
  resource: Resource
  row: ApiRow
  /** The row's number in the whole list; the header is 1. */
  number: number
  columns: readonly PlacedColumn[]
  withStatus: boolean
  withActions: boolean
  toggle: Selection['toggle'] | undefined
  selected: boolean
  begin: CellEditing['begin'] | undefined
  /** Renders the editor, when a cell of this row is being edited. */
  edit: CellEditing['render'] | undefined
  editing: string | undefined
}

/** Milliseconds that a click waits for a second one. */
const DOUBLE_CLICK = 250

/** One row of a grid. A click opens it; it is memoised and renders only when its own data changes. */
export const GridRow = memo(function GridRow(grid: RowProps) {
  const { resource, row, columns } = grid
  const navigate = useNavigate()
  const pathTo = useRowPath(resource)
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  const open = (event: MouseEvent) => {
    const onControl = (event.target as HTMLElement).closest('a, button, input, label, .is-editing, .ant-dropdown')
    if (onControl || window.getSelection()?.toString()) return
    const show = () => void navigate(pathTo('show', row.id))
    // Where cells can be edited in place, a second click may follow.
    if (!grid.begin) show()
    else if (event.detail === 1) later.current = setTimeout(show, DOUBLE_CLICK)
  }
  const begin = (event: MouseEvent) => {
    clearTimeout(later.current)
    const name = (event.target as HTMLElement).closest<HTMLElement>('td[data-name]')?.dataset.name
    if (name && grid.begin?.(row, name)) window.getSelection()?.removeAllRanges()
  }
  return (
    <tr
      data-id={row.id}
      aria-rowindex={grid.number}
      aria-selected={grid.toggle ? grid.selected : undefined}
      className={grid.selected ? 'is-selected' : undefined}
      onClick={open}
      onDoubleClick={grid.begin ? begin : undefined}
    >
      {grid.toggle && (
        <td tabIndex={-1} className="is-pinned is-mark">
          <input
            type="checkbox"
            aria-label={`Select ${rowText(resource, row)}`}
            checked={grid.selected}
            onChange={event => grid.toggle!(row, (event.nativeEvent as PointerEvent).shiftKey)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <GridCell key={column.name} {...grid} column={column} index={index} />
      ))}
      {grid.withStatus && (
        <td tabIndex={-1}>
          <RowMark resource={resource} row={row} />
        </td>
      )}
      {grid.withActions && (
        <td tabIndex={-1} className="is-actions">
          <RowActions resource={resource} row={row} />
        </td>
      )}
    </tr>
  )
}, alike)

/** The table sets widths, so a row whose columns only changed width does not render again. */
function alike(one: RowProps, other: RowProps) {
  const { columns, ...rest } = one
  const sameRest = Object.entries(rest).every(([name, value]) => other[name as keyof RowProps] === value)
  const names = (props: RowProps) => props.columns.map(({ name, pinned }) => `${name} ${pinned}`).join()
  return sameRest && (columns === other.columns || names(one) === names(other))
}

function GridCell({ resource, row, column, index, edit, editing }: RowProps & { column: PlacedColumn; index: number }) {
  const { name, field } = column
  const isEdited = edit !== undefined && editing === name
  const className = [column.pinned && 'is-pinned', isRight(field) && 'is-right', isEdited && 'is-editing']
  return (
    <td
      tabIndex={-1}
      data-name={name}
      className={className.filter(Boolean).join(' ') || undefined}
      style={column.pinned ? pinAt(index) : undefined}
    >
      {isEdited ? (
        edit(row, column)
      ) : index === 0 || name === resource.display[0] ? (
        <>
          {index === 0 && <LaterMark row={row} brief />}
          <RowLink {...{ resource, row, column }} isLead={index === 0} />
        </>
      ) : (
        <CellOfRow {...{ resource, row, column }} />
      )}
    </td>
  )
}

/** The link to the row in its first cell, and in its number. A link needs words, also where the first column is empty. */
function RowLink(link: { resource: Resource; row: ApiRow; column: PlacedColumn; isLead: boolean }) {
  const { resource, row, column } = link
  const value = row[column.name]
  const empty = value === null || value === undefined || value === ''
  const pathTo = useRowPath(resource)
  const isPlain = link.isLead && column.field.kind === 'reference' && !row.pendingChange
  return (
    <Link to={pathTo('show', row.id)}>
      {empty ? (
        <>
          – <span className="for-readers">{rowText(resource, row)}</span>
        </>
      ) : isPlain ? (
        <LeadCell {...{ row, column }} />
      ) : (
        <CellOfRow {...{ resource, row, column }} />
      )}
    </Link>
  )
}

/** The left position of a pinned column; the table sets the variable. */
export const pinAt = (index: number) => ({ left: `var(--pin-${index})` })
