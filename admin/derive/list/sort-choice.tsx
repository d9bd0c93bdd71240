import type { Resource } from '../../../resources/define/resource.ts'
import { isSortable, type ListState } from './list-state.ts'
import type { GridLayout } from './use-layout.ts'
import type { ChangeState } from './use-list-state.ts'

/** Chooses the sort of cards, which have no column headers. */
export function SortChoice({
  resource,
  state,
  change,
  layout,
}: {
  resource: Resource
  state: ListState
  change: ChangeState
  layout: GridLayout
}) {
  const columns = layout.columns.filter(({ name, shown }) => shown && isSortable(resource, name))
  const [first] = state.sort
  return (
    <label className="sort-choice">
      <span>Sort by</span>
      <select
        value={first ? `${first.order === 'desc' ? '-' : ''}${first.field}` : ''}
        onChange={({ target: { value } }) => {
          const field = value.replace(/^-/, '')
          change({ sort: value ? [{ field, order: value.startsWith('-') ? 'desc' : 'asc' }] : [] })
        }}
      >
        <option value="">The usual order</option>
        {columns.flatMap(({ name, label }) => [
          <option key={name} value={name}>{`${label}, ascending`}</option>,
          <option key={`-${name}`} value={`-${name}`}>{`${label}, descending`}</option>,
        ])}
      </select>
    </label>
  )
}
