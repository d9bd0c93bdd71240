import { Button } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { columnOf, filterNames } from '../../../resources/columns.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ColumnFilter } from '../../../resources/platform/column-filter.ts'
import { useMay } from '../../account/person.ts'
import { type ListState, MAX_GROUPS } from '../list/list-state.ts'
import { readableColumns } from '../list/readable-columns.ts'
import type { ChangeState } from '../list/use-list-state.ts'
import { FilterGroup } from './filter-group.tsx'

/** The filters of a list, applied together: all of the first group, and any one of the groups below. */
export default function ListFilters(panel: {
  resource: Resource
  state: ListState
  change: ChangeState
  onClose: () => void
}) {
  const { resource, state, change, onClose } = panel
  const may = useMay()
  const columns = readableColumns(may, resource, filterNames(resource)).filter(
    ({ field }) => field.kind !== 'json' && field.kind !== 'file' && !field.secret,
  )
  const [filters, setFilters] = useState(state.filters)
  const [groups, setGroups] = useState(state.anyOf)
  // Sorting or searching meanwhile keeps the entered filters that are not applied yet.
  const held = JSON.stringify([state.filters, state.anyOf])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters, not another array of the same ones
  useEffect(() => {
    setFilters(state.filters)
    setGroups(state.anyOf)
  }, [held])
  const group = { resource, columns }
  const offered = resource.filters.length > 0 ? resource.filters : resource.list.slice(0, 8)

  function apply(event: FormEvent) {
    event.preventDefault()
    // A bound that is no number stays as typed in its box and is not sent.
    const complete = (some: readonly ColumnFilter[]) => some.filter(filter => isComplete(resource, filter))
    change({ filters: complete(filters), anyOf: groups.map(complete).filter(({ length }) => length > 0) })
    onClose()
  }

  return (
    <form className="panel filters" onSubmit={apply} aria-label="Filters">
      <FilterGroup {...group} id="filter" offered={offered} filters={filters} onChange={setFilters} />
      {groups.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
        <fieldset key={index} className="filter-any">
          <legend>{index === 0 ? 'And one of these groups:' : 'or'}</legend>
          <FilterGroup
            {...group}
            id={`any-${index}`}
            offered={[]}
            filters={one}
            onChange={next => setGroups(old => old.map((other, at) => (at === index ? next : other)))}
          />
          <Button type="text" size="small" onClick={() => setGroups(old => old.filter((_, at) => at !== index))}>
            Remove this group
          </Button>
        </fieldset>
      ))}
      <div className="filter-buttons">
        <Button type="primary" htmlType="submit">
          Apply
        </Button>
        <Button
          onClick={() => {
            setFilters([])
            setGroups([])
          }}
        >
          Clear
        </Button>
        {groups.length < MAX_GROUPS && (
          <Button onClick={() => setGroups(old => (old.length === 0 ? [[], []] : [...old, []]))}>
            {groups.length === 0 ? 'Any of several…' : 'Or another group'}
          </Button>
        )}
        <Button type="text" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

const isComplete = (resource: Resource, { field, value }: ColumnFilter) =>
  columnOf(resource, field)!.field.kind !== 'number' || isWhole(value)
const isWhole = (value: ColumnFilter['value']) =>
  (Array.isArray(value) ? value : [value]).every(one => one === null || typeof one === 'number' || value === true)
