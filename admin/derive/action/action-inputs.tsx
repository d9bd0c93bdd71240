import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { FieldInput } from '../form/field-input.tsx'
import { FieldRow } from '../form/field-row.tsx'
import { hintText } from '../form/hint-text.ts'

/** The inputs of a declared action, each with its label, hint and error; `id` begins the ids of their controls. */
export function ActionInputs(inputs: {
  form: Resource
  id: string
  values: RowValues
  faults: readonly Fault[]
  onChange: (field: string, value: unknown) => void
}) {
  const { form, id, values, faults, onChange } = inputs
  return Object.entries(form.fields).map(([field, declared]) => (
    <FieldRow
      key={field}
      id={`${id}-${field}`}
      label={labelOf(field, declared)}
      hint={hintText(declared.hint)}
      required={!declared.optional && declared.kind !== 'flag'}
      error={faults.find(fault => fault.field === field)?.message}
    >
      {control => (
        <FieldInput
          resource={form}
          field={declared}
          control={control}
          value={values[field]}
          onChange={value => onChange(field, value)}
          onBlur={() => undefined}
        />
      )}
    </FieldRow>
  ))
}
