import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { DisputeStepResult } from '../../../resources/complaints/dispute-answers.ts'
import { disputeFlow, manySteps } from '../../../resources/complaints/dispute-flow.ts'
import { Dialog } from '../../derive/action/dialog.tsx'
import { FaultSummary } from '../../derive/form/fault-summary.tsx'
import { RemarkRow } from '../../derive/form/remark-row.tsx'
import { useSending } from '../../shell/use-sending.ts'
import { type DisputeRow, takeMany } from '../dispute-api.ts'
import { OwnerRow } from '../owner-row.tsx'
import { disputeThread } from '../thread-api.ts'

type Step = (typeof manySteps)[number]

/** Takes over, reassigns or closes the selected disputes, each for itself, and says what became of each. */
export function ManyDisputes({ rows, onDone }: { rows: readonly DisputeRow[]; onDone: () => void }) {
  const [step, setStep] = useState<Step | null>(null)
  return (
    <>
      {manySteps.map(one => (
        <Button key={one} size="small" onClick={() => setStep(one)}>
          {disputeFlow.steps[one].label}
        </Button>
      ))}
      {step && (
        <StepOfMany
          step={step}
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

function StepOfMany(dialog: { step: Step; rows: readonly DisputeRow[]; onLeave: (isDone: boolean) => void }) {
  const { step, rows, onLeave } = dialog
  const { label } = disputeFlow.steps[step]
  const client = useQueryClient()
  const [owner, setOwner] = useState<number | null>(null)
  const [remark, setRemark] = useState<string | null>(null)
  const [results, setResults] = useState<DisputeStepResult[]>()
  const form = useSending(() => void client.invalidateQueries())
  const formId = 'disputes'
  const send = () =>
    form.send(async () => {
      const said = { remark: remark ?? '', ...(step === 'reassign' && { ownerEmployeeId: owner ?? 0 }) }
      setResults(await takeMany(step, rows, said))
    })
  const leave = () => onLeave(results !== undefined)
  const title = `${label}: ${rows.length === 1 ? 'one dispute' : `${rows.length} disputes`}`
  if (results)
    return (
      <Dialog
        open
        title={title}
        onCancel={leave}
        footer={
          <Button type="primary" onClick={leave}>
            Done
          </Button>
        }
      >
        <p role="status">
          {results.filter(({ isDone }) => isDone).length} of {results.length} done.
        </p>
        <ul>
          {results.map(({ id, disputeNo, isDone, message }) => (
            <li key={id} className={isDone ? undefined : 'field-error'}>
              {disputeNo ?? `Number ${id}`}: {isDone ? 'done' : message}
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
      okButtonProps={{ loading: form.busy }}
      onOk={() => void send()}
      onCancel={leave}
    >
      <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
      {step === 'reassign' && (
        <OwnerRow
          id={`${formId}-ownerEmployeeId`}
          thread={disputeThread}
          ids={rows.map(({ id }) => id)}
          value={owner}
          error={form.errorOf('ownerEmployeeId')}
          onChange={setOwner}
        />
      )}
      {step === 'reassign' && <RemarkRow id={`${formId}-remark`} label="Why" value={remark} onChange={setRemark} />}
      {step !== 'reassign' && <p>Each one is processed separately; the result is shown for each.</p>}
    </Dialog>
  )
}
