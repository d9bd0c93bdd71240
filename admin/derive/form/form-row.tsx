import { memo } from 'react'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { usePerson } from '../../account/person.ts'
import { Cell } from '../grid/cell.tsx'
import { FieldInput } from './field-input.tsx'
import { FieldRow, type FieldRowProps } from './field-row.tsx'
import type { FormField } from './fields-of.ts'

const marks: Record<NonNullable<FormField['readOnlyBy']>, NonNullable<FieldRowProps['mark']>> = {
  SAP: { word: 'SAP', says: 'SAP keeps this; it cannot be changed here' },
  Bilty: { word: 'Bilty', says: 'Bilty writes this itself' },
  state: { word: 'Fixed', says: 'It can no longer be changed in the row’s current state' },
  mask: {
    word: 'Locked',
    says: 'You see only part of it, so you cannot change it here: ask a person who sees all of it',
    icon: 'lock',
  },
  rights: { word: 'Read only', says: 'None of your roles may change this' },
}

/** Who writes a value matters to our own people only. */
const ofSystems: readonly FormField['readOnlyBy'][] = ['SAP', 'Bilty']

const NONE: RowValues = {}

/** One line of a form: an input, or a read-only value with who maintains it. */
export const FormRow = memo(function FormRow(row: {
  id: string
  resource: Resource
  of: FormField
  /** The other values of the form, where the choice depends on them. */
  values?: RowValues
  value: unknown
  text: string | null | undefined
  error: string | undefined
  onChange: (name: string, value: unknown) => void
  onBlur: (name: string) => void
}) {
  const { name, field, editable, readOnlyBy } = row.of
  const isOurs = usePerson().user.userType === 'EMPLOYEE'
  return (
    <FieldRow
      id={row.id}
      label={labelOf(name, field)}
      hint={readOnlyBy === 'mask' ? `${marks.mask.says}.` : field.hint}
      error={row.error}
      required={row.of.required === true}
      mark={readOnlyBy && (isOurs || !ofSystems.includes(readOnlyBy)) ? marks[readOnlyBy] : undefined}
      wide={field.long === true}
      plain={!editable}
    >
      {control =>
        editable ? (
          <FieldInput
            resource={row.resource}
            field={field}
            values={row.values ?? NONE}
            control={control}
            value={row.value}
            text={row.text}
            onChange={value => row.onChange(name, value)}
            onBlur={() => row.onBlur(name)}
          />
        ) : (
          <span className="field-plain">
            {row.value === null || row.value === undefined || row.value === '' ? (
              <span className="quiet">Not set</span>
            ) : (
              <Cell field={field} value={row.value} text={row.text} />
            )}
          </span>
        )
      }
    </FieldRow>
  )
})
