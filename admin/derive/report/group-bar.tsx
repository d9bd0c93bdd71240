import { Select } from 'antd'
import { columnOf } from '../../../resources/columns.ts'
import type { Grouping, Resource } from '../../../resources/define/resource.ts'
import { figureHeads, ROWS } from '../../../resources/mis/group-table.ts'
import { useMay } from '../../account/person.ts'
import { readableColumns } from '../list/readable-columns.ts'
import type { ChangeState } from '../list/use-list-state.ts'
import './report.css'

const ROW_BY_ROW: Grouping = { by: [] }

/** By which columns a report is grouped, and what stands in a table of two. */
export default function GroupBar({
  resource,
  grouping,
  change,
}: {
  resource: Resource
  grouping: Grouping | undefined
  change: ChangeState
}) {
  const may = useMay()
  const names = readableColumns(may, resource, resource.groups!).map(({ name }) => name)
  const show = (next: Grouping | undefined) =>
    change({ grouping: next ?? (resource.grouped ? ROW_BY_ROW : undefined), sort: [] })
  const options = names.map(name => ({ value: name, label: labelOf(resource, name) }))
  const without = (...taken: (string | undefined)[]) => options.filter(({ value }) => !taken.includes(value))
  const [first, second] = grouping?.by ?? []
  const { across, of = ROWS } = grouping ?? {}
  const readable = (name: string) => readableColumns(may, resource, [name]).length > 0
  const figures = figureHeads(resource, readable).map(({ name, label }) => ({ value: name, label }))
  return (
    <div className="group-bar">
      <Choice label="Group by" value={first} options={without(second, across)} none="No grouping">
        {value => show(value === undefined ? undefined : { ...grouping, by: [value, ...(second ? [second] : [])] })}
      </Choice>
      {first && !across && (
        <Choice label="then by" value={second} options={without(first)} none="–">
          {value => show({ by: value === undefined ? [first] : [first, value] })}
        </Choice>
      )}
      {first && !second && (
        <Choice label="Across" value={across} options={without(first)} none="–">
          {value => show(value === undefined ? { by: [first] } : { by: [first], across: value, of })}
        </Choice>
      )}
      {first && across && (
        <Choice label="Show" value={of} options={figures}>
          {value => show({ by: [first], across, of: value ?? ROWS })}
        </Choice>
      )}
    </div>
  )
}

/** The label of a column that groups; of days, of their month. */
const labelOf = (resource: Resource, name: string) => {
  const { label, field } = columnOf(resource, name)!
  return field.kind === 'date' && label !== 'Month' ? `${label} (month)` : label
}

const NONE = ''

function Choice(choice: {
  label: string
  value: string | undefined
  options: { value: string; label: string }[]
  /** What is offered for no column. */
  none?: string
  children: (value: string | undefined) => void
}) {
  const { label, value, options, none, children: onChange } = choice
  return (
    <span className="group-choice">
      <span aria-hidden="true">{label}</span>
      <Select
        aria-label={label}
        value={value ?? NONE}
        options={[...(none === undefined ? [] : [{ value: NONE, label: none }]), ...options]}
        popupMatchSelectWidth={false}
        onChange={chosen => onChange(chosen === NONE ? undefined : chosen)}
      />
    </span>
  )
}
