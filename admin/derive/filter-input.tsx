import { Input, Select } from 'antd'
import type { Field } from '../../resources/define/fields.ts'
import type { Resource } from '../../resources/define/resource.ts'
import type { Control } from './control.ts'
import DayInput from './day-input.tsx'
import { optionsOf } from './field-input.tsx'
import type { Bound, ColumnFilter } from './list-state.ts'
import { NumberInput } from './number-input.tsx'
import { ReferencePicker } from './reference-picker.tsx'
import { targetOf } from './reference-texts.ts'

type Change = (filter: ColumnFilter | undefined) => void

/** How a list is narrowed by one field: what it contains, between which bounds, which of the choices. */
export function FilterInput(input: {
  resource: Resource
  name: string
  field: Field
  label: string
  control: Control
  filter: ColumnFilter | undefined
  onChange: Change
}) {
  const { name, field, control, filter, onChange } = input
  const value = filter?.value
  const any = (chosen: (string | number)[]) =>
    onChange(chosen.length > 0 ? { field: name, operator: 'in', value: chosen } : undefined)
  switch (field.kind) {
    case 'number':
    case 'date':
    case 'instant':
      return <Range {...input} />
    case 'choice':
      return (
        <Select
          {...control}
          className="wide"
          mode="multiple"
          placeholder="Any"
          optionFilterProp="label"
          options={optionsOf(field)}
          value={filter?.operator === 'in' ? (value as string[]) : []}
          onChange={any}
        />
      )
    case 'list':
      return (
        <Select
          {...control}
          className="wide"
          allowClear
          placeholder="Any"
          options={optionsOf(field)}
          value={filter?.operator === 'contains' ? String(value) : null}
          onChange={one => onChange(one ? { field: name, operator: 'contains', value: one } : undefined)}
        />
      )
    case 'flag':
      return (
        <Select
          {...control}
          className="wide"
          allowClear
          placeholder="Any"
          options={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          value={filter?.operator === 'eq' ? String(value) : null}
          onChange={one => onChange(one ? { field: name, operator: 'eq', value: one === 'true' } : undefined)}
        />
      )
    case 'reference':
      return (
        <ReferencePicker
          {...control}
          multiple
          placeholder="Any"
          target={targetOf(input.resource, field.to!)}
          value={filter?.operator === 'in' ? (value as number[]) : []}
          onChange={any}
        />
      )
    default:
      return (
        <Input
          {...control}
          allowClear
          placeholder="contains"
          value={filter?.operator === 'contains' ? String(value) : ''}
          onChange={event => {
            const text = event.target.value
            onChange(text ? { field: name, operator: 'contains', value: text } : undefined)
          }}
        />
      )
  }
}

function Range({ name, field, label, control, filter, onChange }: Parameters<typeof FilterInput>[0]) {
  const [from, to] = filter?.operator === 'between' ? filter.value : [null, null]
  const set = (value: [Bound, Bound]) =>
    onChange(value.some(bound => bound !== null) ? { field: name, operator: 'between', value } : undefined)
  const ends = [
    {
      ...control,
      'aria-label': `${label} from`,
      placeholder: 'from',
      value: from,
      onChange: (at: Bound) => set([at, to]),
    },
    {
      ...control,
      id: `${control.id}-to`,
      'aria-label': `${label} to`,
      placeholder: 'to',
      value: to,
      onChange: (at: Bound) => set([from, at]),
    },
  ]
  return (
    <span className="range">
      {ends.map(end =>
        field.kind === 'number' ? (
          <NumberInput key={end.id} {...end} scale={field.scale ?? 0} unit={field.unit} />
        ) : (
          <DayInput key={end.id} {...end} value={end.value as string | null} />
        ),
      )}
    </span>
  )
}
