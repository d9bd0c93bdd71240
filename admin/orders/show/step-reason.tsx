import { Select } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import type { OfferedStep } from '../../../resources/orders/commands/steps.ts'
import { FieldRow } from '../../derive/form/field-row.tsx'

interface Why {
  remark: string | null
  reasonCodeId: number | null
}

/** Steps that take a comment although they need no reason. */
const COMMENTED = ['approve', 'accept', 'changeLine']

/** The reason of a step: a reason code, words, or both. */
export function StepReason({
  action,
  needed,
  missing,
  value,
  onChange,
}: {
  action: Pick<OfferedStep, 'step' | 'reasons'>
  needed: boolean
  missing: boolean
  value: Why
  onChange: (why: Why) => void
}) {
  const reasons = action.reasons ?? []
  const chosen = reasons.find(({ id }) => id === value.reasonCodeId)
  const wordsNeeded = needed && (reasons.length === 0 || chosen?.code === 'OTHER')
  const isMissing = missing && !value.remark?.trim() && value.reasonCodeId === null
  if (!needed && !COMMENTED.includes(action.step)) return null
  return (
    <div className="step-why">
      {reasons.length > 0 && (
        <FieldRow
          id="step-reason"
          label="Reason"
          required={needed}
          error={isMissing ? 'A reason is needed: choose one' : undefined}
        >
          {({ status, ...control }) => (
            <Select
              {...control}
              status={status ?? ''}
              className="wide"
              allowClear
              placeholder="Choose a reason"
              options={reasons.map(({ id, name }) => ({ value: id, label: name }))}
              value={value.reasonCodeId}
              // Enter there does what the button says; here it would open the reasons again.
              onSelect={() => document.getElementById('step-remark')?.focus()}
              onChange={(id: number | null | undefined) => onChange({ ...value, reasonCodeId: id ?? null })}
            />
          )}
        </FieldRow>
      )}
      <FieldRow
        id="step-remark"
        label={needed && reasons.length === 0 ? 'Why?' : 'Remark'}
        required={wordsNeeded}
        error={isMissing && reasons.length === 0 ? 'Enter a short reason' : undefined}
      >
        {({ status, ...control }) => (
          <TextArea
            {...control}
            status={status ?? ''}
            autoFocus={reasons.length === 0 && needed}
            rows={3}
            maxLength={500}
            value={value.remark ?? ''}
            onChange={event => onChange({ ...value, remark: event.target.value })}
          />
        )}
      </FieldRow>
    </div>
  )
}
