import { Button } from 'antd'
import { columnOf } from '../../resources/columns.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { dayText } from '../../resources/define/show.ts'
import { Icon } from '../shell/icons.tsx'
import type { ColumnFilter, ListState } from './list-state.ts'
import { targetOf, useTexts } from './reference-texts.ts'
import type { ChangeState } from './use-list-state.ts'
import { valueText } from './value-text.ts'

/** The filters that hold, each with the way to drop it. */
export function FilterChips(list: { resource: Resource; state: ListState; change: ChangeState }) {
  const { resource, state, change } = list
  if (state.filters.length === 0) return null
  return (
    <ul className="chips" aria-label="Filters that hold">
      {state.filters.map(filter => (
        <li key={filter.field} className="chip">
          <span>
            {columnOf(resource, filter.field)!.label} <FilterWords resource={resource} filter={filter} />
          </span>
          <button
            type="button"
            aria-label={`Drop the filter on ${columnOf(resource, filter.field)!.label}`}
            onClick={() => change({ filters: state.filters.filter(other => other !== filter) })}
          >
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
      <li>
        <Button type="link" size="small" onClick={() => change({ filters: [] })}>
          Clear all
        </Button>
      </li>
    </ul>
  )
}

function FilterWords({ resource, filter }: { resource: Resource; filter: ColumnFilter }) {
  const { field } = columnOf(resource, filter.field)!
  if (field.kind === 'reference' && filter.operator === 'in') {
    return <ReferenceWords target={targetOf(resource, field.to!)} ids={filter.value as number[]} />
  }
  const words = (value: unknown) =>
    field.kind === 'instant' && typeof value === 'string' ? dayText(value) : valueText(field, value)
  switch (filter.operator) {
    case 'contains':
      return `contains «${field.kind === 'list' ? words([filter.value]) : filter.value}»`
    case 'eq':
      return `is ${words(filter.value)}`
    case 'in':
      return `is ${filter.value.map(words).join(' or ')}`
    case 'between': {
      const [from, to] = filter.value.map(words)
      return from && to ? `${from} to ${to}` : from ? `from ${from}` : `up to ${to}`
    }
    default:
      return filter.operator === 'null' ? 'is empty' : 'is not empty'
  }
}

function ReferenceWords({ target, ids }: { target: Resource; ids: number[] }) {
  const texts = useTexts(target, ids)
  return `is ${ids.map(id => texts.get(id) ?? `No. ${id}`).join(' or ')}`
}
