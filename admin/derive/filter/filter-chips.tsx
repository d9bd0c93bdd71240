import { Button } from 'antd'
import type { ReactNode } from 'react'
import { columnOf } from '../../../resources/columns.ts'
import { isDay } from '../../../resources/define/dates.ts'
import { periodText } from '../../../resources/define/periods.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { dayText } from '../../../resources/define/show.ts'
import type { ColumnFilter } from '../../../resources/platform/column-filter.ts'
import { NO_ROW } from '../../../resources/platform/saved-query.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { ANY_DAY, type ListState } from '../list/list-state.ts'
import type { ChangeState } from '../list/use-list-state.ts'
import { targetOf, useTexts } from '../reference-texts.ts'
import { valueText } from '../value-text.ts'

/** The active filters in words, each with a button to remove it. */
export default function FilterChips(list: { resource: Resource; state: ListState; change: ChangeState }) {
  const { resource, state, change } = list
  const day = state.on !== undefined && isDay(state.on) ? state.on : undefined
  if (state.filters.length === 0 && state.anyOf.length === 0 && !day) return null
  const anyDay = resource.currentOnly ? ANY_DAY : undefined
  const labelOf = ({ field }: ColumnFilter) => columnOf(resource, field)!.label
  return (
    <ul className="chips" aria-label="Active filters">
      {day && (
        <Chip drop="Drop the day" onDrop={() => change({ on: anyDay })}>
          As on {dayText(day)}
        </Chip>
      )}
      {state.filters.map(filter => (
        <Chip
          key={filter.field}
          drop={`Drop the filter on ${labelOf(filter)}`}
          onDrop={() => change(now => ({ filters: now.filters.filter(({ field }) => field !== filter.field) }))}
        >
          {labelOf(filter)} <FilterWords resource={resource} filter={filter} />
        </Chip>
      ))}
      {state.anyOf.length > 0 && (
        <Chip drop="Drop the groups" onDrop={() => change({ anyOf: [] })}>
          {state.anyOf.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
            <span key={index}>
              {index > 0 && <em> or </em>}
              {group.map((filter, at) => (
                <span key={filter.field}>
                  {at > 0 && ' and '}
                  {labelOf(filter)} <FilterWords resource={resource} filter={filter} />
                </span>
              ))}
            </span>
          ))}
        </Chip>
      )}
      <li>
        <Button type="link" size="small" onClick={() => change({ filters: [], anyOf: [], ...(day && { on: anyDay }) })}>
          Clear all
        </Button>
      </li>
    </ul>
  )
}

function Chip({ drop, onDrop, children }: { drop: string; onDrop: () => void; children: ReactNode }) {
  return (
    <li className="chip">
      <span>{children}</span>
      <button type="button" aria-label={drop} onClick={onDrop}>
        <Icon name="close" size={12} />
      </button>
    </li>
  )
}

function FilterWords({ resource, filter }: { resource: Resource; filter: ColumnFilter }) {
  const { field } = columnOf(resource, filter.field)!
  if (field.kind === 'reference' && (filter.operator === 'in' || filter.operator === 'nin')) {
    const target = targetOf(resource, field.to!)
    return <ReferenceWords target={target} ids={filter.value as number[]} none={filter.operator === 'nin'} />
  }
  const words = (value: unknown) =>
    field.kind === 'instant' && typeof value === 'string' ? dayText(value) : valueText(field, value)
  switch (filter.operator) {
    case 'contains':
      return `contains “${field.kind === 'list' ? words([filter.value]) : filter.value}”`
    case 'eq':
      return `is ${words(filter.value)}`
    case 'starts':
      return `starts with “${filter.value}”`
    case 'in':
      return `is ${filter.value.map(words).join(' or ')}`
    case 'nin':
      return `is not ${filter.value.map(words).join(' or ')}`
    case 'within':
      return `is in ${periodText(filter.value)}`
    case 'between': {
      const [from, to] = filter.value.map(words)
      if (from && from === to) return `is ${from}`
      return from && to ? `${from} to ${to}` : from ? `from ${from}` : `up to ${to}`
    }
    default:
      return filter.operator === 'null' ? 'is empty' : 'is not empty'
  }
}

function ReferenceWords({ target, ids, none }: { target: Resource; ids: number[]; none: boolean }) {
  const texts = useTexts(target, ids)
  // A shared filter, of which this person may see no value.
  if (ids.every(id => id === NO_ROW)) return 'is none that you may see'
  return `${none ? 'is not' : 'is'} ${ids.map(id => texts.get(id) ?? `No. ${id}`).join(' or ')}`
}
