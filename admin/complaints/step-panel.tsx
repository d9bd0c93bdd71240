import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { complaint as complaints } from '../../resources/complaints/complaint.ts'
import { type ComplaintStep, complaintFlow } from '../../resources/complaints/complaint-flow.ts'
import type { FlowStep } from '../../resources/define/flow.ts'
import { FaultSummary } from '../derive/form/fault-summary.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { FormRow } from '../derive/form/form-row.tsx'
import { showSuccess } from '../shell/notices.ts'
import { useSending } from '../shell/use-sending.ts'
import { type ComplaintRow, stepsOf, takeStep } from './complaint-api.ts'
import { OwnerRow } from './owner-row.tsx'

type Panel = { complaint: ComplaintRow; reload: () => void }

/** What the words of a step are called. */
const wordsOf: Partial<Record<ComplaintStep, string>> = {
  ask: 'Question to the customer',
  reply: 'Answer',
  resolve: 'Answer to the customer',
  resolveQuality: 'Answer to the customer',
  reject: 'What is still wrong',
  cancel: 'Why it is withdrawn',
  reassign: 'Why',
}

/** The steps that the person may take now, each with the form of what it asks. */
export function StepPanel({ complaint, reload }: Panel) {
  const [chosen, setChosen] = useState<ComplaintStep | null>(null)
  const { data: steps = [] } = useQuery({
    queryKey: ['complaint-steps', complaint.id, complaint.rowVersion],
    queryFn: () => stepsOf(complaint.id),
  })
  if (steps.length === 0) return null
  return (
    <section className="panel" aria-labelledby="complaint-next">
      <h2 id="complaint-next">What next</h2>
      <div className="complaint-steps">
        {steps.map((step, index) => (
          <Button
            key={step}
            {...(index === 0 && chosen === null && { type: 'primary' as const })}
            aria-expanded={chosen === step}
            onClick={() => setChosen(chosen === step ? null : step)}
          >
            {complaintFlow.steps[step].label}
          </Button>
        ))}
      </div>
      {chosen && <StepForm key={chosen} step={chosen} {...{ complaint, reload }} onLeave={() => setChosen(null)} />}
    </section>
  )
}

function StepForm({ step, complaint, reload, onLeave }: Panel & { step: ComplaintStep; onLeave: () => void }) {
  const { label, says = [], remark: needed }: FlowStep<string, never> = complaintFlow.steps[step]
  const asked = says.filter(name => name !== 'ownerEmployeeId') as (keyof typeof complaints.fields)[]
  const [values, setValues] = useState<Record<string, unknown>>(
    Object.fromEntries(says.map(name => [name, name === 'priority' ? complaint.priority : null])),
  )
  const [remark, setRemark] = useState('')
  const form = useSending(reload)
  const formId = `step-${step}`
  const words = wordsOf[step]

  function set(name: string, value: unknown) {
    setValues(old => ({ ...old, [name]: value }))
    form.forget(name)
  }

  function send(event: FormEvent) {
    event.preventDefault()
    void form.send(async () => {
      await takeStep(complaint, step, { ...values, remark })
      showSuccess(`Complaint ${complaint.complaintNo}: ${label.toLowerCase()} is done.`)
    })
  }

  return (
    <form className="complaint-form" onSubmit={send} noValidate aria-label={label}>
      <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
      <div className="form-grid">
        {says.includes('ownerEmployeeId') && (
          <OwnerRow
            id={`${formId}-ownerEmployeeId`}
            complaintIds={[complaint.id]}
            value={values.ownerEmployeeId as number | null}
            error={form.errorOf('ownerEmployeeId')}
            onChange={value => set('ownerEmployeeId', value)}
          />
        )}
        {asked.map(name => (
          <FormRow
            key={name}
            id={`${formId}-${name}`}
            resource={complaints}
            of={{ name, field: complaints.fields[name], editable: true, required: name !== 'settlementNoteNo' }}
            value={values[name]}
            text={null}
            error={form.errorOf(name)}
            onChange={set}
            onBlur={keepAsTyped}
          />
        ))}
        {words && (
          <FieldRow
            id={`${formId}-remark`}
            label={words}
            required={needed === 'required'}
            wide
            error={form.errorOf('remark')}
          >
            {({ status, ...control }) => (
              <Input.TextArea
                {...control}
                status={status ?? ''}
                rows={3}
                maxLength={2000}
                value={remark}
                onChange={({ target }) => setRemark(target.value)}
              />
            )}
          </FieldRow>
        )}
      </div>
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={form.busy} danger={step === 'cancel'}>
          {label}
        </Button>
        <Button onClick={onLeave}>Not now</Button>
      </div>
    </form>
  )
}

/** Values are cleaned when they are sent. */
function keepAsTyped() {}
