import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type Step, wireNames } from '../../../resources/define/process/process.ts'
import { Dialog } from '../action/dialog.tsx'
import { useCommand } from '../command/use-command.ts'
import { type Said, StepInputs } from './step-inputs.tsx'
import { type StepKind, type StepResult, type StepRow, stepOf, takenOnMany } from './step-kind.ts'

interface Many<Row> {
  kind: StepKind<Row>
  rows: readonly (Row & StepRow)[]
  onDone: () => void
}

const counted = (count: number, noun: string) => (count === 1 ? `one ${noun}` : `${count} ${noun}s`)

/** Takes a step on the selected records, each for itself, and says what became of each. */
export function StepOnMany<Row>({ kind, rows, onDone }: Many<Row>) {
  const [step, setStep] = useState<string | null>(null)
  const steps = Object.entries(kind.process.steps as Readonly<Record<string, Step>>).filter(([, { many }]) => many)
  return (
    <>
      {steps.map(([name, { label }]) => (
        <Button key={name} size="small" onClick={() => setStep(name)}>
          {label}
        </Button>
      ))}
      {step && (
        <ManyDialog
          {...{ kind, step }}
          rows={rows}
          onLeave={isDone => {
            setStep(null)
            if (isDone) onDone()
          }}
        />
      )}
    </>
  )
}

function ManyDialog<Row>(dialog: {
  kind: StepKind<Row>
  step: string
  rows: readonly (Row & StepRow)[]
  onLeave: (isDone: boolean) => void
}) {
  const { kind, step, onLeave } = dialog
  // The selection changes with the list once records have gone to somebody else.
  const [rows] = useState(dialog.rows)
  const { label, asks, remark } = stepOf(kind, step)
  const [said, setSaid] = useState<Said>({})
  const client = useQueryClient()
  const names = wireNames(kind.process)
  // Counts in menus and on the home page change with the lists.
  const take = useCommand(takenOnMany(kind), { onDone: () => client.invalidateQueries() })
  const ids = rows.map(({ id }) => id)
  const title = `${label}: ${counted(rows.length, kind.process.noun)}`
  const { results } = (take.answer ?? {}) as { results?: readonly StepResult[] }
  const send = () => take.send({ step, [names.rows]: rows.map(({ id, rowVersion }) => ({ id, rowVersion })), ...said })
  if (results)
    return (
      <Dialog
        open
        title={title}
        onCancel={() => onLeave(true)}
        footer={
          <Button type="primary" onClick={() => onLeave(true)}>
            Done
          </Button>
        }
      >
        <p role="status">
          {results.filter(({ isDone }) => isDone).length} of {results.length} done.
        </p>
        <ul>
          {results.map(({ id, isDone, message, [names.number]: number }) => (
            <li key={id} className={isDone ? undefined : 'field-error'}>
              {String(number ?? `Number ${id}`)}: {isDone ? 'done' : message}
            </li>
          ))}
        </ul>
      </Dialog>
    )
  return (
    <Dialog
      open
      title={title}
      okText={label}
      okButtonProps={{ loading: take.busy }}
      onOk={send}
      onCancel={() => onLeave(false)}
    >
      <StepInputs
        {...{ kind, step, ids, said }}
        formId="step-on-many"
        faults={take.faults}
        attempt={take.attempt}
        mostWords={255}
        onChange={(name, value) => {
          setSaid(old => ({ ...old, [name]: value }))
          take.forget(name)
        }}
      />
      {!asks && !remark && <p>Each one is processed separately; the result is shown for each.</p>}
    </Dialog>
  )
}
