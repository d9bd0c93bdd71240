import type { Field } from '../../../resources/define/fields.ts'
import { formulaFields } from '../../../resources/define/formula.ts'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { useMay } from '../../account/person.ts'
import { ChoiceRow } from '../form/choice-row.tsx'
import DayInput from '../form/day-input.tsx'
import { FieldRow } from '../form/field-row.tsx'
import { formFields } from '../form/fields-of.ts'
import { NumberInput } from '../form/number-input.tsx'
import type { TypedFormula } from './typed-formula.ts'

/** The numbers of a resource that the person may change by a formula. */
export function useFormulaFields(resource: Resource): string[] {
  const may = useMay()
  const editable = formFields(resource, false, may).filter(one => one.editable)
  return formulaFields(resource).filter(name => editable.some(one => one.name === name))
}

const KINDS = [
  { value: 'RAISE', label: 'Raise by a percentage' },
  { value: 'LOWER', label: 'Lower by a percentage' },
  { value: 'ADD', label: 'Raise by an amount' },
  { value: 'TAKE', label: 'Lower by an amount' },
] as const
const WAYS = [
  { value: 'NEAREST', label: 'Nearest' },
  { value: 'UP', label: 'Always up' },
  { value: 'DOWN', label: 'Always down' },
] as const

/** A formula as a person types it: which number, by how much, and what the result is rounded to. */
export function FormulaFields(fields: {
  resource: Resource
  names: readonly string[]
  typed: TypedFormula
  faults: readonly Fault[]
  onChange: (typed: TypedFormula) => void
}) {
  const { resource, names, typed, onChange } = fields
  const set = (more: Partial<TypedFormula>) => onChange({ ...typed, ...more })
  const field = resource.fields[typed.field]! as Field
  const inPercent = typed.kind === 'RAISE' || typed.kind === 'LOWER'
  const unit = inPercent ? '%' : field.unit
  return (
    <div className="formula-fields">
      {names.length > 1 && (
        <ChoiceRow
          id="formula-field"
          label="Field"
          options={names.map(name => ({ value: name, label: labelOf(name, resource.fields[name]!) }))}
          value={typed.field}
          onChange={name => set({ field: name })}
        />
      )}
      <ChoiceRow
        id="formula-kind"
        label={labelOf(typed.field, field)}
        options={[...KINDS]}
        value={typed.kind}
        onChange={kind => set({ kind, value: null })}
      />
      <FieldRow
        id="formula-value"
        label="By"
        required
        error={fields.faults.find(fault => fault.field.startsWith('formula'))?.message}
      >
        {control => (
          <NumberInput
            {...control}
            scale={inPercent ? 2 : (field.scale ?? 0)}
            unit={unit}
            value={typed.value}
            onChange={value => set({ value })}
          />
        )}
      </FieldRow>
      <FieldRow id="formula-step" label="Rounded to" hint="Leave empty for no rounding">
        {control => (
          <NumberInput
            {...control}
            scale={field.scale ?? 0}
            unit={field.unit}
            value={typed.step}
            onChange={step => set({ step })}
          />
        )}
      </FieldRow>
      {typed.step !== null && (
        <ChoiceRow
          id="formula-way"
          label="Rounding"
          options={[...WAYS]}
          value={typed.way}
          onChange={way => set({ way })}
        />
      )}
    </div>
  )
}

/** The day from which a change counts, of rows that people date. */
export function FromRow(row: {
  from: string | null
  faults: readonly Fault[]
  onChange: (from: string | null) => void
}) {
  return (
    <FieldRow
      id="bulk-from"
      label="From"
      hint="Rows in force end the day before; their successors begin on this day"
      error={row.faults.find(({ field }) => field === 'from')?.message}
    >
      {control => <DayInput {...control} value={row.from} onChange={row.onChange} />}
    </FieldRow>
  )
}
