import { Input, Select } from 'antd'
import { useState } from 'react'
import { choiceFilter } from '../../../resources/define/choice-filter.ts'
import type { Field } from '../../../resources/define/fields.ts'
import { PERIODS, type Period, periodText } from '../../../resources/define/periods.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import type { Bound, ColumnFilter } from '../../../resources/platform/column-filter.ts'
import type { Control } from '../form/control.ts'
import DayInput from '../form/day-input.tsx'
import { optionsOf } from '../form/field-input.tsx'
import { NumberInput } from '../form/number-input.tsx'
import { ReferencePicker } from '../form/reference-picker.tsx'
import { targetOf } from '../reference-texts.ts'
import { type FilterOperator, operatorsOf, operatorText, withOperator } from './filter-words.ts'

type SetFilter = (filter: ColumnFilter | undefined) => void

interface FilterProps {
  resource: Resource
  name: string
  field: Field
  label: string
  control: Control
  filter: ColumnFilter | undefined
  /** The single values of the filters beside it, on which may depend what it offers. */
  beside: RowValues
  onChange: SetFilter
}

/** The filter of a list by one column: operator and value. */
export function FilterInput(input: FilterProps) {
  const { name, field, label, filter, onChange } = input
  const operators = takesOne(input) ? (['in'] as const) : operatorsOf(field)
  const [chosen, setChosen] = useState<FilterOperator>()
  const operator = filter?.operator ?? chosen ?? operators[0]!
  if (operators.length === 1) return <ValueInput {...input} operator={operator} />
  return (
    <span className="filter-line">
      <Select
        aria-label={`${label}: how`}
        value={operator}
        options={operators.map(value => ({ value, label: operatorText[value] }))}
        popupMatchSelectWidth={false}
        onChange={next => {
          setChosen(next)
          onChange(withOperator(name, next, filter))
        }}
      />
      <ValueInput {...input} operator={operator} />
    </span>
  )
}

/** Whether what the rows say is chosen by this filter, which is one value then. */
const takesOne = ({ resource: { choices = {} }, name }: FilterProps) => name in choices

function ValueInput(input: FilterProps & { operator: FilterOperator }) {
  const { name, field, control, filter, operator, onChange } = input
  const value = filter?.operator === operator ? filter.value : undefined
  const wide = { ...control, className: 'wide', allowClear: true, placeholder: 'Any' }
  const say = (said: unknown) =>
    onChange(
      said === null || said === '' || said === undefined
        ? undefined
        : ({ field: name, operator, value: said } as ColumnFilter),
    )
  const any = (chosen: (string | number)[]) => say(chosen.length > 0 ? chosen : null)
  if (operator === 'null' || operator === 'nnull') return <input id={control.id} hidden readOnly value={operator} />
  if (operator === 'within') {
    return (
      <Select
        {...wide}
        placeholder="Choose"
        options={PERIODS.map(period => ({ value: period, label: periodText(period) }))}
        value={(value as Period) ?? null}
        onChange={say}
      />
    )
  }
  switch (field.kind) {
    case 'number':
    case 'date':
    case 'instant':
      return <Range {...input} />
    case 'choice':
      return takesOne(input) ? (
        <Select
          {...wide}
          options={optionsOf(field)}
          value={(value as string[])?.[0] ?? null}
          onChange={one => any(one ? [one] : [])}
        />
      ) : (
        <Select
          {...wide}
          mode="multiple"
          optionFilterProp="label"
          options={optionsOf(field)}
          value={(value as string[]) ?? []}
          onChange={any}
        />
      )
    case 'list':
      return <Select {...wide} options={optionsOf(field)} value={(value as string) ?? null} onChange={say} />
    case 'flag':
      return (
        <Select
          {...wide}
          options={[
            { value: 'true', label: 'Yes' },
            { value: 'false', label: 'No' },
          ]}
          value={value === undefined ? null : String(value)}
          onChange={one => say(one === undefined || one === null ? null : one === 'true')}
        />
      )
    case 'reference':
      return takesOne(input) ? (
        <ReferencePicker
          {...control}
          placeholder="Any"
          target={targetOf(input.resource, field.to!)}
          where={choiceFilter(field, input.beside)}
          value={(value as number[])?.[0] ?? null}
          onChange={id => any(id === null ? [] : [id])}
        />
      ) : (
        <ReferencePicker
          {...control}
          multiple
          placeholder="Any"
          target={targetOf(input.resource, field.to!)}
          value={(value as number[]) ?? []}
          onChange={any}
        />
      )
    default:
      return (
        <Input
          {...control}
          allowClear
          value={value === undefined ? '' : String(value)}
          onChange={event => say(event.target.value)}
        />
      )
  }
}

function Range({ name, field, label, control, filter, onChange }: FilterProps) {
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
