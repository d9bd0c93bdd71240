import type { Resource } from '../../../resources/define/resource.ts'
import { useMay } from '../../account/person.ts'
import { ReferencePicker } from '../../derive/form/reference-picker.tsx'
import { FilterBox } from './filter-box.tsx'

/** A filter by a row of another list; absent for people who may not read that list. */
export function ReferenceFilter(box: {
  id: string
  label: string
  target: Resource
  placeholder?: string
  value: number | null
  onChange: (id: number | null) => void
}) {
  const { id, label, target, placeholder = 'Any', value, onChange } = box
  const may = useMay()
  if (!may('read', target.path)) return null
  return (
    <FilterBox id={id} label={label}>
      <ReferencePicker id={id} target={target} placeholder={placeholder} value={value} onChange={onChange} />
    </FilterBox>
  )
}
