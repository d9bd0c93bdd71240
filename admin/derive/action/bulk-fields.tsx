import { Button, Select } from 'antd'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { useMay } from '../../account/person.ts'
import { FieldInput } from '../form/field-input.tsx'
import { FieldRow } from '../form/field-row.tsx'
import { type FormField, formFields } from '../form/fields-of.ts'
import { hintText } from '../form/hint-text.ts'

/** The fields that a bulk change sets, each with its new value. */
export function BulkFields(fields: {
  resource: Resource
  values: RowValues
  faults: readonly Fault[]
  onChange: (values: RowValues) => void
}) {
  const { resource, values, faults, onChange } = fields
  const may = useMay()
  const sharedFields = formFields(resource, false, may).filter(one => one.editable && isShared(resource, one))
  const picked = sharedFields.filter(({ name }) => name in values)
  const without = (name: string) => Object.fromEntries(Object.entries(values).filter(([other]) => other !== name))
  return (
    <>
      <FieldRow id="bulk-field" label="Field to change">
        {control => (
          <Select
            {...control}
            className="wide"
            showSearch
            optionFilterProp="label"
            placeholder={picked.length > 0 ? 'Another field' : 'Choose a field'}
            value={null as string | null}
            options={sharedFields
              .filter(({ name }) => !(name in values))
              .map(({ name, field }) => ({ value: name, label: labelOf(name, field) }))}
            onChange={name => {
              if (name) onChange({ ...values, [name]: resource.fields[name]!.kind === 'flag' ? false : null })
            }}
          />
        )}
      </FieldRow>
      {picked.map(({ name, field }) => (
        <div key={name} className="bulk-field">
          <FieldRow
            id={`bulk-${name}`}
            label={`${labelOf(name, field)} becomes`}
            hint={field.optional ? 'Leave empty to clear it in all rows' : hintText(field.hint)}
            required={!field.optional && field.kind !== 'flag'}
            error={faults.find(fault => fault.field === name)?.message}
          >
            {control => (
              <FieldInput
                resource={resource}
                field={field}
                control={control}
                value={values[name]}
                onChange={value => onChange({ ...values, [name]: value })}
                onBlur={() => undefined}
              />
            )}
          </FieldRow>
          <Button
            type="text"
            aria-label={`Do not change ${labelOf(name, field)}`}
            onClick={() => onChange(without(name))}
          >
            Remove
          </Button>
        </div>
      ))}
    </>
  )
}

/** Whether two rows may have the same value in the field. */
const isShared = ({ key, dated }: Resource, { name, field }: FormField) =>
  !field.unique && field.kind !== 'file' && !(key.length === 1 && key[0] === name && !dated)
