import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { wireNames } from '../../../resources/define/process/process.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { useAsk } from '../command/ask.ts'
import { useCommand } from '../command/use-command.ts'
import { type Said, StepInputs } from './step-inputs.tsx'
import { type Offered, offeredBy, type StepKind, type StepRow, stepOf, takenBy } from './step-kind.ts'
import './steps.css'

interface Panel<Row> {
  kind: StepKind<Row>
  row: Row & StepRow
  reload: () => void
}

/** The steps that the person may take now, each with the form of what it asks, and why others wait. */
export function StepPanel<Row>({ kind, row, reload }: Panel<Row>) {
  const [chosen, setChosen] = useState<string | null>(null)
  const offer = useAsk(
    offeredBy(kind),
    { [wireNames(kind.process).key]: row.id },
    { shows: [kind.resource.path], staleTime: 0, gcTime: 0 },
  )
  const { steps, waits } = (offer.data ?? { steps: [], waits: [] }) as unknown as Offered
  if (steps.length === 0 && waits.length === 0) return null
  const next = steps.find(step => !stepOf(kind, step).apart)
  return (
    <section className="panel" aria-labelledby="what-next">
      <h2 id="what-next">Next step</h2>
      <div className="steps">
        {steps.map(step => (
          <Button
            key={step}
            {...(step === next && chosen === null && { type: 'primary' as const })}
            aria-expanded={chosen === step}
            onClick={() => setChosen(chosen === step ? null : step)}
          >
            {stepOf(kind, step).label}
          </Button>
        ))}
      </div>
      {[...Map.groupBy(waits, ({ why }) => why)].map(([why, waiting]) => (
        <p key={why} className="quiet">
          {waiting.map(({ label }) => label).join(', ')}: {why}.
        </p>
      ))}
      {chosen && <StepForm key={chosen} step={chosen} {...{ kind, row, reload }} onLeave={() => setChosen(null)} />}
    </section>
  )
}

function StepForm<Row>({
  kind,
  row,
  reload,
  step,
  onLeave,
}: Panel<Row> & {
  step: string
  onLeave: () => void
}) {
  const { label, apart, asks = {} } = stepOf(kind, step)
  const [said, setSaid] = useState<Said>(() =>
    Object.fromEntries(Object.keys(asks).map(name => [name, kind.startOf?.(name, row) ?? null])),
  )
  const navigate = useNavigate()
  const take = useCommand(takenBy(kind), {
    changes: [kind.resource.path],
    async onDone() {
      const { noun } = kind.process
      showSuccess(`${noun[0]!.toUpperCase()}${noun.slice(1)} ${kind.numberOf(row)}: ${label.toLowerCase()} saved.`)
      const elsewhere = await kind.leadsTo?.(row, step)
      if (elsewhere) return navigate(elsewhere)
      onLeave()
      reload()
    },
  })

  function change(name: string, value: unknown) {
    setSaid(old => ({ ...old, [name]: value }))
    take.forget(name)
  }

  function send(event: FormEvent) {
    event.preventDefault()
    take.send({ [wireNames(kind.process).key]: row.id, rowVersion: row.rowVersion, step, ...said })
  }

  return (
    <form className="step-form" onSubmit={send} noValidate aria-label={label}>
      <StepInputs
        {...{ kind, step, said }}
        ids={[row.id]}
        formId={`step-${step}`}
        faults={take.faults}
        attempt={take.attempt}
        mostWords={2000}
        onChange={change}
      />
      <div className="form-buttons">
        <Button type="primary" htmlType="submit" loading={take.busy} danger={apart === 'danger'}>
          {label}
        </Button>
        <Button onClick={onLeave}>Back</Button>
      </div>
    </form>
  )
}
