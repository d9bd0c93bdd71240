import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import type { Field } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { useMay } from '../../account/person.ts'
import { formFields } from '../form/fields-of.ts'
import type { PlacedColumn } from '../list/columns.ts'
import type { ApiRow } from '../value-text.ts'
import type { CellEditing } from './grid-hooks.ts'

const CellEditor = lazy(() => import('./cell-editor.tsx'))

type Cell = { id: number; name: string }
type At = Cell | undefined

/**
 * In-place editing of grid cells, on plain masters: dated rows have a history of their own, and fields that depend on
 * others are edited in the form. Undefined where the person may edit nothing in place.
 */
export function useCellEditing(of: {
  resource: Resource
  rows: readonly ApiRow[] | undefined
  columns: readonly PlacedColumn[]
}): CellEditing | undefined {
  const { resource, rows, columns } = of
  const may = useMay()
  const [at, setAt] = useState<At>()
  const editable = useMemo(() => editableNames(resource, columns, may), [resource, columns, may])
  // Rows as saved here; the list may still show their older versions.
  const saved = useRef(new Map<number, ApiRow>())
  const latest = useRef({ rows, editable })
  latest.current = { rows, editable }

  const begin = useCallback((row: ApiRow, name: string) => {
    const here = latest.current.editable.includes(name) && row.isActive !== false && name in row
    if (here) setAt({ id: row.id, name })
    return here
  }, [])

  const beside = useCallback((from: Cell, by: 1 | -1): At => {
    const { rows = [], editable } = latest.current
    const cells = rows
      .filter(({ isActive }) => isActive !== false)
      .flatMap(row => editable.map(name => ({ id: row.id, name })))
    const here = cells.findIndex(cell => isSame(cell, from))
    return cells[here + by]
  }, [])

  const render = useCallback(
    (row: ApiRow, column: PlacedColumn) => {
      const mine = saved.current.get(row.id)
      return (
        <Suspense fallback={<span className="skeleton" />}>
          <CellEditor
            key={`${row.id} ${column.name}`}
            resource={resource}
            row={mine && mine.rowVersion > row.rowVersion ? mine : row}
            column={column}
            onSaved={savedRow => saved.current.set(row.id, savedRow)}
            onLeave={by => {
              const left = { id: row.id, name: column.name }
              // A save that ends late leaves a cell opened meanwhile as it is.
              setAt(now => (now && isSame(now, left) ? by && beside(left, by) : now))
            }}
          />
        </Suspense>
      )
    },
    [resource, beside],
  )

  return useMemo(() => (editable.length > 0 ? { begin, at, render } : undefined), [editable.length, begin, at, render])
}

const isSame = (one: Cell, other: Cell) => one.id === other.id && one.name === other.name

/** The names of the shown columns that can be edited in place, in order; the first column is the link to the row. */
function editableNames(resource: Resource, columns: readonly PlacedColumn[], may: ReturnType<typeof useMay>): string[] {
  if (resource.kind !== 'master' || resource.dated) return []
  const entered = new Set(
    formFields(resource, false, may)
      .filter(({ editable, field }) => editable && isPlain(field))
      .map(({ name }) => name),
  )
  return columns
    .filter(({ shown }) => shown)
    .slice(1)
    .map(({ name }) => name)
    .filter(name => entered.has(name))
}

/** Whether the field stands alone: not long, no file, and not tied to other fields of its row. */
const isPlain = ({ long, kind, onlyIf, requiredIf, lockedIf }: Field) =>
  !long && kind !== 'file' && !onlyIf && !requiredIf && !lockedIf
