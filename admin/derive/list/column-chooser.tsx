import { Button, Input } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { Drawer } from '../../shell/drawer.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import type { PlacedColumn } from './columns.ts'
import type { GridLayout } from './use-layout.ts'

/** Chooses the columns of a list and their order; the list behind follows every change at once. */
export default function ColumnChooser({
  layout,
  inView,
  onClose,
}: {
  layout: GridLayout
  inView: boolean
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matchingColumns = layout.columns.filter(({ label }) => words.every(word => label.toLowerCase().includes(word)))
  const shown = layout.columns.filter(column => column.shown)
  const hidden = matchingColumns.filter(column => !column.shown)

  /** The focused control moves with its column, so the focus is restored after the list is rendered again. */
  const follow = useRef<{ name: string; control: 'input' | '.back' | '.on' }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the columns are in their new order, not before
  useLayoutEffect(() => {
    const { name, control } = follow.current ?? {}
    if (!name || !control) return
    follow.current = undefined
    const line = list.current?.querySelector(`[data-name="${CSS.escape(name)}"]`)
    const meant = line?.querySelector<HTMLButtonElement>(control)
    const other = meant?.disabled ? line?.querySelector<HTMLElement>(control === '.back' ? '.on' : '.back') : meant
    other?.focus()
  }, [layout.columns])

  function show(name: string, isShown: boolean) {
    follow.current = { name, control: 'input' }
    layout.show(name, isShown)
  }
  function move(name: string, by: -1 | 1) {
    follow.current = { name, control: by === -1 ? '.back' : '.on' }
    layout.move(name, by)
  }
  const line = (column: PlacedColumn) => {
    const place = shown.indexOf(column)
    return (
      <li key={column.name} data-name={column.name} className="chooser-line">
        <label>
          <input
            type="checkbox"
            checked={column.shown}
            disabled={column.shown && shown.length === 1}
            onChange={event => show(column.name, event.target.checked)}
          />
          {column.label}
        </label>
        {column.shown && (
          <>
            <button
              type="button"
              aria-pressed={column.pinned}
              aria-label={`Pin ${column.label} to the left`}
              title={column.pinned ? 'Unpin' : 'Pin to the left'}
              onClick={() => layout.pin(column.name, !column.pinned)}
            >
              <Icon name="pin" />
            </button>
            <button
              type="button"
              className="back"
              disabled={place === 0}
              aria-label={`Move ${column.label} left`}
              title="Move left"
              onClick={() => move(column.name, -1)}
            >
              <Icon name="up" />
            </button>
            <button
              type="button"
              className="on"
              disabled={place === shown.length - 1}
              aria-label={`Move ${column.label} right`}
              title="Move right"
              onClick={() => move(column.name, 1)}
            >
              <Icon name="fall" />
            </button>
          </>
        )}
      </li>
    )
  }
  return (
    <Drawer
      open
      title="Columns"
      width={360}
      mask={false}
      begin="input"
      onClose={onClose}
      closeIcon={<Icon name="close" />}
      extra={<Button onClick={layout.reset}>{inView ? 'Reset to view' : 'Reset'}</Button>}
    >
      <Input
        allowClear
        prefix={<Icon name="search" />}
        aria-label="Find a column"
        placeholder="Find a column"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <div ref={list} className="chooser">
        <h2>Shown ({shown.length})</h2>
        <ul>{matchingColumns.filter(column => column.shown).map(line)}</ul>
        {hidden.length > 0 && <h2>More columns</h2>}
        <ul>{hidden.map(line)}</ul>
        {matchingColumns.length === 0 && <p role="status">No column has that name.</p>}
      </div>
    </Drawer>
  )
}
