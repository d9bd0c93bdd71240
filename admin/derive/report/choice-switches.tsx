import { Button } from 'antd'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ColumnFilter } from '../../../resources/platform/column-filter.ts'
import { useMay } from '../../account/person.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { hintText } from '../form/hint-text.ts'
import type { ListState } from '../list/list-state.ts'
import { readableColumns } from '../list/readable-columns.ts'
import type { ChangeState } from '../list/use-list-state.ts'
import { labelOfOption } from '../value-text.ts'

/** A button for each choice between two of what the rows of a report say: pressed, they say the second. */
export default function ChoiceSwitches({
  report,
  state,
  change,
}: {
  report: Resource
  state: ListState
  change: ChangeState
}) {
  const may = useMay()
  return readableColumns(may, report, Object.keys(report.choices ?? {})).map(({ name, field }) => {
    const [, second, ...more] = field.options ?? []
    if (second === undefined || more.length > 0) return null
    const isPressed = state.filters.some(filter => filter.field === name && [filter.value].flat().includes(second))
    const switched = (now: ListState): ColumnFilter[] => [
      ...now.filters.filter(filter => filter.field !== name),
      ...(isPressed ? [] : [{ field: name, operator: 'in' as const, value: [second] }]),
    ]
    return (
      <Button
        key={name}
        aria-pressed={isPressed}
        title={hintText(field.hint)}
        onClick={() => change(now => ({ filters: switched(now) }))}
      >
        {isPressed && <Icon name="check" size={12} />} {labelOfOption(field, second)}
      </Button>
    )
  })
}
