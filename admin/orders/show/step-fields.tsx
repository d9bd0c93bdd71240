import { Input, Radio } from 'antd'
import { useState } from 'react'
import { FieldRow } from '../../derive/form/field-row.tsx'
import type { StepFormProps } from './step-confirm.tsx'

/** The extra field of some steps: SAP's number of an order, or where a declined order goes. */
export default function StepFields({ step, onSay: onChange }: StepFormProps) {
  return step === 'markCreated' ? <SapNumber onSay={onChange} /> : <Decline onSay={onChange} />
}

function SapNumber({ onSay: onChange }: Pick<StepFormProps, 'onSay'>) {
  return (
    <FieldRow id="step-sap" label="SAP order number" required hint="It is looked up in SAP before it counts">
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
      <legend>What becomes of it?</legend>
      <Radio.Group
        value={leadsTo}
        options={[
          { value: 'DRAFT', label: 'Back to who placed it, to be changed' },
          { value: 'REJECTED', label: 'It is rejected' },
        ]}
        onChange={({ target }) => {
          setLeadsTo(target.value)
          onChange({ leadsTo: target.value })
        }}
      />
    </fieldset>
  )
}
