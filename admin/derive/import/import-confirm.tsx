import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useState } from 'react'
import type { AnswerOf } from '../../../resources/define/command.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ImportAnswer, listRows as listed } from '../../../resources/platform/commands/imports.ts'
import { pageOf } from '../../http/asked.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { Modal } from '../../shell/modal.tsx'
import { Dialog } from '../action/dialog.tsx'
import { ask, at, keyOf } from '../command/ask.ts'
import { FieldRow } from '../form/field-row.tsx'
import { RemarkRow } from '../form/remark-row.tsx'
import { readOn } from '../record/when.ts'
import { EndedRows } from './ended-rows.tsx'
import { commitText, planSentences, rowsText } from './import-words.ts'

interface Asked {
  resource: Resource
  job: ImportAnswer
  onConfirmed: (said: { number?: string; why?: string | undefined }) => void
  onClose: () => void
}

/** Says what an import starts and ends, and when, before it begins. */
export function ImportConfirm(given: Asked) {
  const { job, onConfirmed } = given
  const [why, setWhy] = useState<string>()
  const asked = { ...given, onConfirmed: (said: { number?: string }) => onConfirmed({ ...said, why }) }
  if (job.backdated > 0 && why === undefined)
    return <SayWhy {...given} onSaid={said => (job.closing > 0 ? setWhy(said) : onConfirmed({ why: said }))} />
  return asked.job.mode === 'SYNC' ? <CloseLacking {...asked} /> : <EndReplaced {...asked} />
}

/** New rows that begin in the past change what earlier days answered: their sender says how that is. */
function SayWhy({ job, onClose, onSaid }: Asked & { onSaid: (why: string) => void }) {
  const [why, setWhy] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string>()
  return (
    <Dialog
      open
      width={520}
      title={`${rowsText(job.backdated)} ${job.backdated === 1 ? 'begins' : 'begin'} in the past`}
      okText="Continue"
      cancelText="Back"
      onOk={() => (why?.trim() ? onSaid(why.trim()) : setWrong('Why must be given: say how that is'))}
      onCancel={onClose}
    >
      <p>Lists of earlier days show these rows too, marked with the day on which they were entered.</p>
      <RemarkRow
        id="import-why"
        label="Why"
        hint="Kept in the history of each row"
        required
        wide
        autoFocus
        error={wrong}
        value={why}
        onChange={setWhy}
      />
    </Dialog>
  )
}

/** New rows end those that they replace, which the sender may take back by a roll-back. */
function EndReplaced({ resource, job, onConfirmed, onClose }: Asked) {
  return (
    <Modal
      open
      width={640}
      title={`End ${rowsText(job.closing)} that the file replaces?`}
      okText={commitText(job, resource.one, readOn())}
      cancelText="Back"
      begin=".ant-modal-footer .ant-btn-primary"
      onOk={() => onConfirmed({})}
      onCancel={onClose}
    >
      <Plan resource={resource} job={job} />
    </Modal>
  )
}

/** A sync closes what the file lacks: the person types how many rows these are. */
function CloseLacking({ resource, job, onConfirmed, onClose }: Asked) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const confirm = () => {
    if (typed.trim() === String(job.closing)) onConfirmed({ number: typed.trim() })
    else setWrong(`Type ${job.closing} to confirm.`)
  }
  return (
    <Dialog
      open
      width={640}
      title={`Close ${rowsText(job.closing)} that the file lacks?`}
      okText={commitText(job, resource.one, readOn())}
      okButtonProps={{ danger: true }}
      cancelText="Back"
      onOk={confirm}
      onCancel={onClose}
    >
      <Plan resource={resource} job={job} />
      <FieldRow id="sync-confirm" label="How many rows are closed" required wide error={wrong}>
        {({ status, ...control }) => (
          <Input
            {...control}
            autoFocus
            inputMode="numeric"
            status={status ?? ''}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onPressEnter={confirm}
          />
        )}
      </FieldRow>
    </Dialog>
  )
}

const SHOWN = 5
const listRows = at<typeof listed>('GET import-rows')

/** What starts, what ends and when, with the first rows that end. */
function Plan({ resource, job }: { resource: Resource; job: ImportAnswer }) {
  const query = { importJobId: job.id, verdict: 'CLOSED', ...pageOf(SHOWN) } as const
  const { data, error, refetch } = useQuery<AnswerOf<typeof listed>, Refusal>({
    queryKey: keyOf(listRows, job.status, query),
    queryFn: ({ signal }) => ask(listRows, query, {}, signal),
  })
  const more = data ? data.total - data.data.length : 0
  return (
    <div className="import-plan">
      {planSentences(job).map(sentence => (
        <p key={sentence}>{sentence}</p>
      ))}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className="table-scroll">
          <EndedRows resource={resource} rows={data.data} />
        </div>
      )}
      {more > 0 && <p className="quiet">and {rowsText(more)} more, which the preview lists.</p>}
      <p className="quiet">The whole import can be rolled back.</p>
    </div>
  )
}
