import { lr as lrs } from '../../../resources/dispatches/lr.ts'
import {
  type CorrectedField,
  type Correction,
  correctionGroups,
  type Group,
  groupTitles,
} from '../../../resources/dispatches/lr-corrections.ts'
import type { FormField } from '../../derive/form/fields-of.ts'
import { FormRow } from '../../derive/form/form-row.tsx'
import type { LrRow } from '../lr-api.ts'

/** The fields of an LR that can be corrected now, in their groups; a group of which none is open is left out. */
export function CorrectedFields(form: {
  formId: string
  lr: LrRow
  open: readonly Correction[]
  edited: Partial<Record<CorrectedField, unknown>>
  errorOf: (name: string) => string | undefined
  onChange: (name: CorrectedField, value: unknown) => void
}) {
  const { formId, lr, open, edited, errorOf, onChange } = form
  const groups = (Object.keys(groupTitles) as Group[]).map(group => ({
    group,
    names: (correctionGroups[group] as readonly CorrectedField[]).filter(
      name => open.includes(name) && isAsked(name, lr, edited, errorOf),
    ),
  }))
  return groups
    .filter(({ names }) => names.length > 0)
    .map(({ group, names }) => (
      <fieldset key={group} className="correction-group">
        <legend>{groupTitles[group]}</legend>
        <div className="form-grid is-double">
          {names.map(name => (
            <FormRow
              key={name}
              id={`${formId}-${name}`}
              resource={lrs}
              of={{ name, field: lrs.fields[name], editable: true } as FormField}
              value={name in edited ? edited[name] : lr[name]}
              text={lr.texts[name]}
              error={errorOf(name)}
              onChange={(_, value) => onChange(name, value)}
              onBlur={keepAsTyped}
            />
          ))}
        </div>
      </fieldset>
    ))
}

/** Reasons stand beside what they explain. */
const explains: Partial<Record<CorrectedField, CorrectedField>> = {
  backdateReason: 'lrDate',
  termsReason: 'freightTerms',
  valueReason: 'declaredValue',
}

/** Reasons are asked once there is something to explain; of goods that this LR does not have nothing is asked. */
function isAsked(
  name: CorrectedField,
  lr: LrRow,
  edited: Partial<Record<CorrectedField, unknown>>,
  errorOf: (name: string) => string | undefined,
): boolean {
  const explained = explains[name]
  if (explained) return explained in edited || lr[name] !== null || errorOf(name) !== undefined
  if (name === 'unNumber' || name === 'tremCardId' || name === 'driverIsTrained') return lr.hasHazard
  return name !== 'loggerNo' || lr.loggerNo !== null
}

/** Values are cleaned when they are sent. */
function keepAsTyped() {}
