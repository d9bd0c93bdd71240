import { Select } from 'antd'
import { useState } from 'react'
import type { Column } from '../../../resources/define/column.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ColumnFilter } from '../../../resources/platform/column-filter.ts'
import { FieldRow } from '../form/field-row.tsx'
import { FilterInput } from './filter-input.tsx'

/** Filters that apply together: those always offered, those that are set, and a way to add any other column. */
export function FilterGroup(group: {
  id: string
  resource: Resource
  columns: readonly Column[]
  /** The columns that are always offered. */
  offered: readonly string[]
  filters: readonly ColumnFilter[]
  onChange: (filters: ColumnFilter[]) => void
}) {
  const { id, resource, columns, filters, onChange } = group
  const [added, setAdded] = useState<readonly string[]>([])
  const open = new Set([...group.offered, ...filters.map(({ field }) => field), ...added])
  const shown = columns.filter(({ name }) => open.has(name))
  const rest = columns.filter(({ name }) => !open.has(name))
  const singleValues = Object.fromEntries(
    filters.flatMap(({ field, operator, value }) =>
      operator === 'in' && value.length === 1 ? [[field, value[0]!]] : [],
    ),
  )
  return (
    <div className="filter-grid">
      {shown.map(({ name, field, label }) => (
        <FieldRow key={name} id={`${id}-${name}`} label={label}>
          {control => (
            <FilterInput
              resource={resource}
              name={name}
              field={field}
              label={label}
              control={control}
              filter={filters.find(filter => filter.field === name)}
              beside={singleValues}
              onChange={filter => {
                // An emptied filter stays in place: somebody is still editing it.
                setAdded(old => (old.includes(name) ? old : [...old, name]))
                onChange([...filters.filter(one => one.field !== name), ...(filter ? [filter] : [])])
              }}
            />
          )}
        </FieldRow>
      ))}
      {rest.length > 0 && (
        <FieldRow id={`${id}-more`} label="Another column">
          {control => (
            <Select
              {...control}
              className="wide"
              showSearch
              optionFilterProp="label"
              placeholder="Choose what to filter by"
              value={null as string | null}
              options={rest.map(({ name, label }) => ({ value: name, label }))}
              onChange={name => name && setAdded(old => [...old, name])}
            />
          )}
        </FieldRow>
      )}
    </div>
  )
}
