import type { CrudSort } from '@refinedev/core'
import { Icon } from '../../shell/menu/icons.tsx'
import { type ListState, MAX_SORTS } from './list-state.ts'
import type { ChangeState } from './use-list-state.ts'

export interface SortProps {
  name: string
  label: string
  state: ListState
  change: ChangeState
}

/**
 * The sort button of a column: ascending, then descending, then none; with Shift it joins the columns already sorted
 * by.
 */
export function SortButton({ name, label, state, change }: SortProps) {
  const place = state.sort.findIndex(sorter => sorter.field === name)
  const order = state.sort[place]?.order
  return (
    <button
      type="button"
      className="sort-button"
      title={`Sort by ${label}. With Shift: also sort by ${label}.`}
      onClick={({ shiftKey }) => change(({ sort }) => ({ sort: nextSort(sort, name, shiftKey) }))}
    >
      <span className="column-label">{label}</span>
      {order && <Icon name={order === 'asc' ? 'up' : 'fall'} size={11} />}
      {order && state.sort.length > 1 && <sub>{place + 1}</sub>}
    </button>
  )
}

/** The sort after the next press on a column: ascending, descending, none. */
export function nextSort(sort: readonly CrudSort[], field: string, adding: boolean): CrudSort[] {
  const old = sort.find(sorter => sorter.field === field)
  const next: CrudSort[] = !old ? [{ field, order: 'asc' }] : old.order === 'asc' ? [{ field, order: 'desc' }] : []
  if (!adding) return next
  if (!old && sort.length >= MAX_SORTS) return [...sort]
  return old ? sort.flatMap(sorter => (sorter.field === field ? next : [sorter])) : [...sort, ...next]
}

/** The sort with this column in a given order, alone or added to the others; without an order it is removed. */
export function withSort(
  sort: readonly CrudSort[],
  field: string,
  order: CrudSort['order'] | undefined,
  adding: boolean,
) {
  const next = order ? [{ field, order }] : []
  if (!adding) return next
  if (sort.length >= MAX_SORTS && !sort.some(sorter => sorter.field === field)) return [...sort]
  return sort.some(sorter => sorter.field === field)
    ? sort.flatMap(sorter => (sorter.field === field ? next : [sorter]))
    : [...sort, ...next]
}

/** The `aria-sort` value of the column. */
export function ariaSort(field: string, { sort }: ListState) {
  const order = sort.find(sorter => sorter.field === field)?.order
  return order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined
}
