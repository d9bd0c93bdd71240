import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { FlowStep } from '../../resources/define/flow.ts'
import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { FaultSummary } from '../derive/form/fault-summary.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { FormRow } from '../derive/form/form-row.tsx'
import { showSuccess } from '../shell/notices/notices.ts'
import { useSending } from '../shell/use-sending.ts'
import { CategoryRow } from './category-row.tsx'
import { OwnerRow } from './owner-row.tsx'
import type { Thread } from './thread-api.ts'

/** What steps are taken on: complaints, or disputes. */
export interface StepKind<Row, Step extends string> {
  resource: Resource
  thread: Thread
  steps: Record<Step, FlowStep<string, never>>
  /** What the words of a step are called; a step without asks none. */
  words: Partial<Record<Step, string>>
  /** The inputs that may be left empty. */
  optional: readonly string[]
  dangerous: readonly Step[]
  /** Steps that do not bring a case nearer to its end. */
  besides: readonly Step[]
  /** Where a step leads away from the case, because the person reads it no longer. */
  leadsTo?: (row: Row & { id: number }, step: Step) => Promise<string | null>
  /** With what an input begins. */
  startOf: (name: string, row: Row) => unknown
  numberOf: (row: Row) => string
  stepsOf: (id: number) => Promise<Step[]>
  take: (row: Row, step: Step, said: object) => Promise<unknown>
}

interface Panel<Row, Step extends string> {
  kind: StepKind<Row, Step>
  row: Row & { id: number; rowVersion: number }
  reload: () => void
}

/** The steps that the person may take now, each with the form of what it asks. */
export function StepPanel<Row, Step extends string>({ kind, row, reload }: Panel<Row, Step>) {
  const [chosen, setChosen] = useState<Step | null>(null)
  const { data: steps = [] } = useQuery({
    queryKey: [`${kind.thread.noun}-steps`, row.id, row.rowVersion],
    queryFn: () => kind.stepsOf(row.id),
  })
  if (steps.length === 0) return null
  const next = steps.find(step => !kind.besides.includes(step))
  return (
    <section className="panel" aria-labelledby="what-next">
      <h2 id="what-next">Next step</h2>
      <div className="complaint-steps">
        {steps.map(step => (
          <Button
            key={step}
            {...(step === next && chosen === null && { type: 'primary' as const })}
            aria-expanded={chosen === step}
            onClick={() => setChosen(chosen === step ? null : step)}
          >
            {kind.steps[step].label}
          </Button>
        ))}
      </div>
      {chosen && <StepForm key={chosen} step={chosen} {...{ kind, row, reload }} onLeave={() => setChosen(null)} />}
    </section>
  )
}

function StepForm<Row, Step extends string>(
  form: Panel<Row, Step> & {
    step: Step
    onLeave: () => void
  },
) {
  const { kind, step, row, reload, onLeave } = form
  const { resource, thread } = kind
  const { label, says = [], remark: needed } = kind.steps[step]
  const asked = says.filter(name => name !== 'ownerEmployeeId' && name !== 'categoryId')
  const [values, setValues] = useState<Record<string, unknown>>(
    Object.fromEntries(says.map(name => [name, kind.startOf(name, row)])),
  )
  const [remark, setRemark] = useState('')
  const sending = useSending(() => undefined)
  const navigate = useNavigate()
  const formId = `step-${step}`
  const words = kind.words[step]

  function set(name: string, value: unknown) {
    setValues(old => ({ ...old, [name]: value }))
    sending.forget(name)
  }

  function send(event: FormEvent) {
    event.preventDefault()
    void sending.send(async () => {
      await kind.take(row, step, { ...values, remark })
      const noun = `${thread.noun[0]!.toUpperCase()}${thread.noun.slice(1)}`
      showSuccess(`${noun} ${kind.numberOf(row)}: ${label.toLowerCase()} saved.`)
      const elsewhere = await kind.leadsTo?.(row, step)
      if (elsewhere) await navigate(elsewhere)
      else reload()
    })
  }

  return (
    <form className="complaint-form" onSubmit={send} noValidate aria-label={label}>
      <FaultSummary faults={sending.faults} attempt={sending.attempt} formId={formId} />
      <div className="form-grid">
        {says.includes('ownerEmployeeId') && (
          <OwnerRow
            id={`${formId}-ownerEmployeeId`}
            thread={thread}
            ids={[row.id]}
            value={values.ownerEmployeeId as number | null}
            error={sending.errorOf('ownerEmployeeId')}
            onChange={value => set('ownerEmployeeId', value)}
          />
        )}
        {says.includes('categoryId') && (
          <CategoryRow
            id={`${formId}-categoryId`}
            label={labelOf('categoryId', resource.fields.categoryId!)}
            value={values.categoryId as number | null}
            error={sending.errorOf('categoryId')}
            onChange={value => set('categoryId', value)}
          />
        )}
        {asked.map(name => (
          <FormRow
            key={name}
            id={`${formId}-${name}`}
            resource={resource}
            of={{ name, field: resource.fields[name]!, editable: true, required: !kind.optional.includes(name) }}
            value={values[name]}
            text={null}
            error={sending.errorOf(name)}
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
            error={sending.errorOf('remark')}
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
        <Button type="primary" htmlType="submit" loading={sending.busy} danger={kind.dangerous.includes(step)}>
          {label}
        </Button>
        <Button onClick={onLeave}>Back</Button>
      </div>
    </form>
  )
}

/** Values are cleaned when they are sent. */
function keepAsTyped() {}
