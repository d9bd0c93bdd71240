import { Checkbox, Input, Select } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { lazy, type ReactNode, Suspense } from 'react'
import { FOREVER } from '../../../resources/define/dates.ts'
import type { Field } from '../../../resources/define/fields.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { labelOfOption } from '../value-text.ts'
import type { Control } from './control.ts'
import { FileInput } from './file-input.tsx'
import { NumberInput } from './number-input.tsx'
import { ReferenceInput } from './reference-input.tsx'

// Many forms have no day, and the calendar is the largest of all controls.
const DayInput = lazy(() => import('./day-input.tsx'))
const MomentInput = lazy(async () => ({ default: (await import('./day-input.tsx')).MomentInput }))

/** The control for one field of a resource. A new kind of field is added here, in `value-text.ts` and in `filter-input.tsx`. */
export function FieldInput(input: {
  resource: Resource
  field: Field
  control: Control
  /** The other values of the form, where the choice depends on them. */
  values?: Record<string, unknown>
  value: unknown
  /** The text of the referenced row, where it is known. */
  text?: string | null | undefined
  onChange: (value: unknown) => void
  onBlur: () => void
}) {
  const { field, control, value, onChange, onBlur } = input
  const common = { ...control, onBlur }
  const aria = { ...common, status: control.status ?? '' } as const
  switch (field.kind) {
    case 'number':
      return <NumberInput {...common} scale={field.scale ?? 0} unit={field.unit} value={value} onChange={onChange} />
    case 'flag': {
      const { status: _, ...box } = control
      return (
        <Checkbox {...box} checked={value === true} onChange={event => onChange(event.target.checked)} onBlur={onBlur}>
          Yes
        </Checkbox>
      )
    }
    case 'date':
      return (
        <Arriving id={control.id}>
          <DayInput
            {...common}
            open={field.default === FOREVER}
            value={(value as string) ?? null}
            onChange={onChange}
          />
        </Arriving>
      )
    case 'instant':
      return (
        <Arriving id={control.id}>
          <MomentInput {...common} value={(value as string) ?? null} onChange={onChange} />
        </Arriving>
      )
    case 'choice':
      return (
        <Select
          {...aria}
          className="wide"
          allowClear={field.optional}
          showSearch={field.options!.length > 8}
          optionFilterProp="label"
          placeholder="Choose"
          options={optionsOf(field)}
          value={value ?? null}
          onChange={chosen => onChange(chosen ?? null)}
        />
      )
    case 'list':
      return (
        <Select
          {...aria}
          className="wide"
          mode="multiple"
          optionFilterProp="label"
          placeholder="Choose any"
          options={optionsOf(field)}
          value={(value as string[] | null) ?? []}
          onChange={onChange}
        />
      )
    case 'reference':
      return (
        <ReferenceInput
          resource={input.resource}
          field={field}
          control={common}
          values={input.values ?? NONE}
          text={input.text}
          value={(value as number | null) ?? null}
          onChange={onChange}
        />
      )
    case 'file':
      return (
        <FileInput
          {...common}
          owner={field.sentFor!}
          accept={field.accept!}
          what="file"
          value={(value as number | null) ?? null}
          name={input.text}
          onChange={onChange}
        />
      )
    default:
      return <TextInput field={field} control={{ ...control, onBlur }} value={value} onChange={onChange} />
  }
}

/** Keeps the place of a control whose code is being loaded. */
const Arriving = ({ id, children }: { id: string; children: ReactNode }) => (
  <Suspense fallback={<Input id={id} className="day-input" disabled />}>{children}</Suspense>
)

const NONE = {}

export const optionsOf = (field: Field) => field.options!.map(value => ({ value, label: labelOfOption(field, value) }))

function TextInput({
  field,
  control,
  value,
  onChange,
}: {
  field: Field
  control: Control & { onBlur: () => void }
  value: unknown
  onChange: (value: string) => void
}) {
  const box = { ...control, value: (value as string | null) ?? '', maxLength: (field.max ?? 120) + 40 }
  if (field.long) {
    const autoSize = { minRows: 2, maxRows: 8 }
    return <TextArea {...box} autoSize={autoSize} onChange={event => onChange(event.target.value)} />
  }
  return <Input {...box} autoComplete="off" onChange={event => onChange(event.target.value)} />
}
