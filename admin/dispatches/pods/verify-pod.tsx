import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { reasonCode } from '../../../resources/settings/reason-code.ts'
import { usePerson } from '../../account/person.ts'
import { ChoiceRow } from '../../derive/form/choice-row.tsx'
import { isRefusal } from '../../shell/api.ts'
import { showSuccess } from '../../shell/notices/notices.ts'
import { rowsOf } from '../../shell/rows.ts'
import { decidePod, type PodRow } from './pod-api.ts'

/** Two people stand behind a payment. */
const WHY_ANOTHER =
  'You uploaded this POD, and freight is paid on it: another login of the dispatch desk or the customer service accepts it.'

/** What decides a POD: accepting it at once, or the form that rejects it for a reason. */
export function useDecidePod({ pod, lrNo, onDecided }: { pod: PodRow; lrNo: string; onDecided: () => void }) {
  const [reasonId, setReasonId] = useState<number | null>(null)
  const [isRejecting, setRejecting] = useState(false)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const { data: reasons = [] } = useQuery({
    queryKey: ['pod-reject-reasons'],
    enabled: isRejecting,
    queryFn: () =>
      rowsOf(reasonCode).all<{ id: number; name: string }>({ where: { reasonType: 'POD_REJECT', isActive: true } }),
  })

  const { user } = usePerson()
  const why = pod.paysFreight && pod.createdById === user.id ? WHY_ANOTHER : undefined

  async function decide(action: 'accept' | 'reject') {
    if (action === 'accept' && why) return setProblem(why)
    if (action === 'reject' && reasonId === null) return setProblem('Choose why it is rejected.')
    setBusy(true)
    setProblem('')
    try {
      await decidePod(pod, action, action === 'reject' ? { rejectReasonId: reasonId } : undefined)
      showSuccess(
        action === 'accept' ? `The POD of LR ${lrNo} is accepted.` : `The POD of LR ${lrNo} is rejected.`,
        action === 'reject' ? 'The transporter is asked for another.' : undefined,
      )
      onDecided()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setProblem(error.faults[0]?.message ?? error.message)
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    /** Why the person may not accept it. */
    why,
    isRejecting,
    accept: () => void decide('accept'),
    reject: () => setRejecting(true),
    form: (
      <>
        {isRejecting && (
          <div className="verify-reject">
            <ChoiceRow
              id={`reject-${pod.id}`}
              label="Why rejected"
              required
              options={reasons.map(({ id, name }) => ({ value: id, label: name }))}
              value={reasonId}
              onChange={setReasonId}
            />
            <Button danger size="large" loading={busy} onClick={() => void decide('reject')}>
              Reject POD
            </Button>
          </div>
        )}
        <p role="alert" className="field-error">
          {problem}
        </p>
      </>
    ),
  }
}

/** Accepts a POD, or rejects it for a reason. */
export function VerifyPod(form: { pod: PodRow; lrNo: string; onDecided: () => void }) {
  const { lrNo } = form
  const { busy, why, isRejecting, accept, reject, form: rejecting } = useDecidePod(form)
  return (
    <div className="verify-pod">
      <div className="verify-buttons">
        <Button
          type="primary"
          size="large"
          loading={busy}
          aria-disabled={why !== undefined}
          aria-describedby={why && `why-another-${form.pod.id}`}
          onClick={accept}
        >
          Accept<span className="for-readers"> the POD of LR {lrNo}</span>
        </Button>
        {!isRejecting && (
          <Button size="large" onClick={reject}>
            Reject...<span className="for-readers"> the POD of LR {lrNo}</span>
          </Button>
        )}
      </div>
      {why && (
        <p id={`why-another-${form.pod.id}`} className="quiet">
          {why}
        </p>
      )}
      {rejecting}
    </div>
  )
}
