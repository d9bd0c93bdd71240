import { memo } from 'react'
import type { Field } from '../../../resources/define/fields.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { percentText } from '../../../resources/define/show.ts'
import { Cell } from '../grid/cell.tsx'
import { valueText } from '../value-text.ts'
import { FieldInput } from './field-input.tsx'
import { FieldRow, type FieldRowProps } from './field-row.tsx'
import type { FormField } from './fields-of.ts'
import { hintText } from './hint-text.ts'

/** Why a value among the inputs is none; what SAP and the portal write stands beside the form. */
const marks: Partial<Record<NonNullable<FormField['readOnlyBy']>, NonNullable<FieldRowProps['mark']>>> = {
  state: { word: 'Fixed', says: 'It can no longer be changed in the row’s current state' },
  mask: {
    word: 'Locked',
    says: 'You see only part of it, so you cannot change it here: ask a person who sees all of it',
    icon: 'lock',
  },
  rights: { word: 'Read only', says: 'None of your roles may change this' },
}

const NONE: RowValues = {}

/** `Now ₹ 1,045.00, + 3.35 %`. */
function nowText(field: Field, value: unknown, then: unknown) {
  const [was, is] = [Number(value), Number(then)]
  const change =
    field.kind === 'number' && was > 0 && Number.isSafeInteger(is) ? Math.round((is / was - 1) * 10_000) : 0
  return `Now ${valueText(field, value)}${change === 0 ? '' : `, ${change > 0 ? '+ ' : ''}${percentText(change)}`}`
}

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
  /** The amount in force, beside the one that follows it. */
  now?: unknown
  onChange: (name: string, value: unknown) => void
  onBlur: (name: string) => void
}) {
  const { name, field, editable, readOnlyBy } = row.of
  return (
    <FieldRow
      id={row.id}
      label={labelOf(name, field)}
      hint={
        readOnlyBy === 'mask'
          ? `${marks.mask!.says}.`
          : row.now !== undefined
            ? nowText(field, row.now, row.value)
            : hintText(field.hint)
      }
      error={row.error}
      required={row.of.required === true}
      mark={readOnlyBy && marks[readOnlyBy]}
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
              <span className="quiet">–</span>
            ) : (
              <Cell field={field} value={row.value} text={row.text} />
            )}
          </span>
        )
      }
    </FieldRow>
  )
})
