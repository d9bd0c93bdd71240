import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { type GridPosition, nextPosition } from './grid-keys.ts'

const CONTROLS = 'a[href], button, input, select, textarea, [role=button], [role=combobox]'

/** What the keys of a grid do besides moving. Names are column names; `undefined` for a cell that is no column. */
interface GridActs {
  /** Enter or F2 on a cell of the row at this index of the page; true when it was handled. */
  open: (row: number, name: string | undefined, key: string) => boolean
  select: (row: number, through: boolean) => void
  sort: (name: string, adding: boolean) => void
  menu: (name: string, head: HTMLElement) => void
  resize: (name: string, by: number) => void
  move: (name: string, by: -1 | 1) => void
}

/**
 * Keyboard focus of a grid, which is a single Tab stop: arrows move between cells, Enter goes into a cell, Escape
 * leaves it. Spread the result on the table.
 */
export function useGridFocus(acts: GridActs) {
  const table = useRef<HTMLTableElement>(null)
  const place = useRef<GridPosition>({ row: 1, column: 0 })
  const last = useRef<HTMLElement>(undefined)

  const cellAt = ({ row, column }: GridPosition) => {
    const rows = table.current?.rows ?? []
    const cells = rows[Math.min(row, rows.length - 1)]?.cells ?? []
    return cells[Math.min(column, cells.length - 1)]
  }
  const enter = (cell: HTMLElement | undefined) => {
    for (const other of table.current?.querySelectorAll<HTMLElement>('td[tabindex="0"], th[tabindex="0"]') ?? [])
      if (other !== cell) other.tabIndex = -1
    if (cell) cell.tabIndex = 0
  }

  // After every render: new rows bring new controls, and the focused cell may be gone with its page.
  useLayoutEffect(() => {
    for (const control of table.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])
      if (!control.closest('.is-editing')) control.tabIndex = -1
    const cell = cellAt(place.current)
    enter(cell)
    if (last.current && !last.current.isConnected && document.activeElement === document.body) cell?.focus()
  })

  function onFocus({ target }: FocusEvent<HTMLTableElement>) {
    const cell = cellOf(target)
    if (!cell) return
    place.current = { row: (cell.parentElement as HTMLTableRowElement).rowIndex, column: cell.cellIndex }
    last.current = target as HTMLElement
    enter(cell)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const target = event.target as HTMLElement
    const cell = cellOf(target)
    if (!cell || event.defaultPrevented || event.metaKey) return
    const taken = target === cell ? keyOnCell(event, cell) : keyInside(event, target, cell)
    if (taken) event.preventDefault()
  }

  function keyOnCell(event: KeyboardEvent, cell: HTMLTableCellElement): boolean {
    const { key, shiftKey: shift, ctrlKey: ctrl } = event
    const { name } = cell.dataset
    const row = (cell.parentElement as HTMLTableRowElement).rowIndex
    if (row === 0 && name) {
      const side = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : undefined
      if (side && shift) {
        ctrl ? acts.move(name, side) : acts.resize(name, side * 16)
        return true
      }
      if (key === 'ContextMenu' || (key === 'F10' && shift) || (key === 'ArrowDown' && event.altKey)) {
        acts.menu(name, cell)
        return true
      }
      if (key === 'Enter' && cell.querySelector('.sort-button')) {
        acts.sort(name, shift)
        return true
      }
    }
    if (event.altKey) return false
    if (row > 0 && key === ' ') {
      acts.select(row - 1, shift)
      return true
    }
    if (key === 'Enter' || key === 'F2') {
      if (row > 0 && acts.open(row - 1, name, key)) return true
      const control = cell.querySelector<HTMLElement>(CONTROLS)
      control?.focus()
      return control !== null
    }
    const rows = table.current!.rows
    const page = Math.max(1, Math.floor(table.current!.parentElement!.clientHeight / (cell.offsetHeight || 1)) - 2)
    const goal = nextPosition(
      { row, column: cell.cellIndex },
      { key, ctrl },
      { rows: rows.length, columns: rows[0]!.cells.length, page },
    )
    if (goal) cellAt(goal)?.focus()
    return goal !== undefined
  }

  /** Inside a cell its controls get the keys; Escape leads out, arrows move between controls. */
  function keyInside({ key }: KeyboardEvent, target: HTMLElement, cell: HTMLElement): boolean {
    if (cell.classList.contains('is-editing') || target.matches('input:not([type=checkbox]), textarea')) return false
    if (key === 'Escape') {
      cell.focus()
      return true
    }
    const side = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : undefined
    if (!side) return false
    const controls = [...cell.querySelectorAll<HTMLElement>(CONTROLS)]
    controls[controls.indexOf(target) + side]?.focus()
    return true
  }

  return { ref: table, onFocus, onKeyDown }
}

const cellOf = (target: EventTarget) => (target as HTMLElement).closest<HTMLTableCellElement>('td, th')
