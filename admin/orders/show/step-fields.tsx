import { Input, Radio } from 'antd'
import { useState } from 'react'
import DayInput from '../../derive/form/day-input.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'
import type { StepFormProps } from './step-form.ts'

/** The extra field of some steps: SAP's number of an order, another day, or where a declined order goes. */
export default function StepFields({ step, onSay: onChange }: StepFormProps) {
  if (step === 'markCreated') return <SapNumber onSay={onChange} />
  if (step === 'changeDate') return <RequestedDate onSay={onChange} />
  return <Decline onSay={onChange} />
}

function RequestedDate({ onSay: onChange }: Pick<StepFormProps, 'onSay'>) {
  const [day, setDay] = useState<string | null>(null)
  return (
    <FieldRow id="step-day" label="Requested date" required hint="For all that has not left; SAP must agree">
      {control => (
        <DayInput
          {...control}
          autoFocus
          value={day}
          onChange={requestedDeliveryDate => {
            setDay(requestedDeliveryDate)
            onChange({ requestedDeliveryDate })
          }}
        />
      )}
    </FieldRow>
  )
}

function SapNumber({ onSay: onChange }: Pick<StepFormProps, 'onSay'>) {
  return (
    <FieldRow id="step-sap" label="SAP order no" required hint="Verified in SAP before it is saved">
      {({ status, ...control }) => (
        <Input
          {...control}
          status={status ?? ''}
          autoFocus
          maxLength={10}
          inputMode="numeric"
          onChange={event => onChange({ sapOrderNo: event.target.value.trim() || null })}
        />
      )}
    </FieldRow>
  )
}

function Decline({ onSay: onChange }: Pick<StepFormProps, 'onSay'>) {
  const [leadsTo, setLeadsTo] = useState('DRAFT')
  return (
    <fieldset className="step-choice">
      <legend>Result?</legend>
      <Radio.Group
        value={leadsTo}
        options={[
          { value: 'DRAFT', label: 'Send back for changes' },
          { value: 'REJECTED', label: 'Reject it' },
        ]}
        onChange={({ target }) => {
          setLeadsTo(target.value)
          onChange({ leadsTo: target.value })
        }}
      />
    </fieldset>
  )
}
