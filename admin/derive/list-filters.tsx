import { Button } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { columnOf, filterNames } from '../../resources/columns.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { useMay } from '../shell/person.ts'
import { FieldRow } from './field-row.tsx'
import { FilterInput } from './filter-input.tsx'
import type { ColumnFilter, ListState } from './list-state.ts'
import { columnsReadBy } from './use-columns.ts'
import type { ChangeState } from './use-list-state.ts'

/** A filter for every field of the list's resource, applied together. */
export default function ListFilters(panel: {
  resource: Resource
  state: ListState
  change: ChangeState
  onClose: () => void
}) {
  const { resource, state, change, onClose } = panel
  const may = useMay()
  const columns = columnsReadBy(may, resource, filterNames(resource)).filter(
    ({ field }) => field.kind !== 'json' && field.kind !== 'file',
  )
  const [draft, setDraft] = useState<ColumnFilter[]>(state.filters)
  useEffect(() => setDraft(state.filters), [state.filters])

  function apply(event: FormEvent) {
    event.preventDefault()
    // A bound that is no number says so in its box by staying as typed; it is not asked for.
    change({
      filters: draft.filter(({ field, value }) => columnOf(resource, field)!.field.kind !== 'number' || isWhole(value)),
    })
    onClose()
  }

  return (
    <form className="panel filters" onSubmit={apply} aria-label="Filters">
      <div className="filter-grid">
        {columns.map(({ name, field, label }) => (
          <FieldRow key={name} id={`filter-${name}`} label={label}>
            {control => (
              <FilterInput
                resource={resource}
                name={name}
                field={field}
                label={label}
                control={control}
                filter={draft.find(filter => filter.field === name)}
                onChange={filter =>
                  setDraft(old => [...old.filter(one => one.field !== name), ...(filter ? [filter] : [])])
                }
              />
            )}
          </FieldRow>
        ))}
      </div>
      <div className="filter-buttons">
        <Button type="primary" htmlType="submit">
          Apply
        </Button>
        <Button onClick={() => setDraft([])}>Clear</Button>
        <Button type="text" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

const isWhole = (value: ColumnFilter['value']) =>
  (Array.isArray(value) ? value : [value]).every(one => one === null || typeof one === 'number' || value === true)
