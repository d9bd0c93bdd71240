import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isForSelected } from '../../../resources/define/action.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { rights } from '../../../resources/define/rights.ts'
import { type May, useMay } from '../../account/person.ts'
import type { ListState } from '../list/list-state.ts'
import type { ApiRow } from '../value-text.ts'
import type { Selection } from './grid-hooks.ts'

/** The selected rows: single ones, or all that the list matches. */
export interface SelectedRows {
  rows: readonly ApiRow[]
  /** All that match, on other pages too. */
  all: boolean
  count: number
  selectAll: () => void
  clear: () => void
}

/** The selection on a list. It persists across pages, and is cleared when the filters change. */
export function useSelection(of: {
  resource: Resource
  state: ListState
  rows: readonly ApiRow[] | undefined
  total: number
  /** Rows can be selected although no declared action needs it. */
  always?: boolean
}): { selection: Selection | undefined; marked: SelectedRows } {
  const { resource, rows, total } = of
  const may = useMay()
  const { q, active, on, filters, anyOf } = of.state
  const which = JSON.stringify([q, active, on, filters, anyOf])
  const [marks, setMarks] = useState<ReadonlyMap<number, ApiRow>>(NONE)
  const [all, setAll] = useState(false)
  const last = useRef<number>(undefined)
  const now = useRef({ rows, all })
  now.current = { rows, all }

  const clear = useCallback(() => {
    setMarks(NONE)
    setAll(false)
    last.current = undefined
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows clear the selection
  useEffect(clear, [which, clear])

  const toggle = useCallback((row: ApiRow, through: boolean) => {
    const page = now.current.rows ?? []
    const from = page.findIndex(({ id }) => id === last.current)
    const to = page.findIndex(({ id }) => id === row.id)
    const range = through && from >= 0 ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
    const wasAll = now.current.all
    last.current = row.id
    setAll(false)
    setMarks(old => {
      const next = new Map(wasAll ? page.map(one => [one.id, one] as const) : old)
      const on = !(wasAll || old.has(row.id))
      for (const one of range) on ? next.set(one.id, one) : next.delete(one.id)
      return next
    })
  }, [])

  const onPage = rows?.filter(({ id }) => all || marks.has(id)).length ?? 0
  const wholePage = onPage > 0 && onPage === rows?.length
  const isEmpty = !rows || rows.length === 0
  const togglePage = useCallback(() => {
    const page = now.current.rows ?? []
    setAll(false)
    setMarks(old => {
      const next = new Map(old)
      const on = now.current.all ? false : !page.every(({ id }) => old.has(id))
      for (const row of page) on ? next.set(row.id, row) : next.delete(row.id)
      return next
    })
  }, [])

  const selection = useMemo<Selection>(
    () => ({
      has: id => all || marks.has(id),
      toggle,
      head: (
        <input
          type="checkbox"
          aria-label="Select all rows of this page"
          checked={wholePage}
          disabled={isEmpty}
          ref={box => {
            if (box) box.indeterminate = onPage > 0 && !wholePage
          }}
          onChange={togglePage}
        />
      ),
    }),
    [all, marks, toggle, togglePage, onPage, wholePage, isEmpty],
  )
  const marked = {
    rows: [...marks.values()],
    all,
    count: all ? total : marks.size,
    selectAll: () => setAll(true),
    clear,
  }
  return { selection: of.always || isUseful(resource, may) ? selection : undefined, marked }
}

/** Whether any bulk action exists on the resource for this person. */
const isUseful = (resource: Resource, may: May) =>
  (resource.kind === 'master' && (may('update', resource.path) || may('deactivate', resource.path))) ||
  Object.values(resource.actions).some(one => isForSelected(one) && may(rights[one.letter], resource.path))

const NONE: ReadonlyMap<number, ApiRow> = new Map()
