import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Refusal } from '../shell/api.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { showSuccess, showWarning } from '../shell/notices/notices.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import type { LrRow } from './lr-api.ts'
import { useOutbox } from './offline-outbox.ts'
import { LrFinder } from './pods/lr-finder.tsx'
import { fetchLr, type PodRow, type PodToSend, podsOfLr, sendPod } from './pods/pod-api.ts'
import { PodForm } from './pods/pod-form.tsx'
import { WaitingBox } from './waiting-box.tsx'
import './pods/pods.css'

const finderId = 'pod-lr'

/** Upload the POD of one LR: with a photo from the phone in the yard, or a scan at the desk. */
export default function UploadPod() {
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const lrInAddress = params.get('lr')
  const [sent, setSent] = useState(0)
  const {
    data: lr,
    error,
    refetch,
  } = useQuery<LrRow, Refusal>({
    queryKey: ['lrs', 'one', lrInAddress, 'for a POD'],
    enabled: lrInAddress !== null,
    queryFn: () => fetchLr(Number(lrInAddress)),
  })
  const outbox = useOutbox<PodToSend>('pods', sendPod, () => void client.invalidateQueries())

  const choose = (id: number | null) => setParams(id === null ? {} : { lr: String(id) })

  async function send(of: LrRow, entered: PodToSend) {
    const became = await outbox.submit(`POD of LR ${of.lrNo}`, entered)
    if (became === 'sent') showSuccess(`The POD of LR ${of.lrNo} is uploaded.`, 'The desk verifies it.')
    else showWarning(`No connection: the POD of LR ${of.lrNo} is kept here.`, 'It is sent when the connection is back.')
    await client.invalidateQueries()
    choose(null)
    setSent(old => old + 1)
  }

  return (
    <PageFrame
      title="Upload POD"
      purpose="Upload the signed proof of delivery: choose the LR, take the photo, enter what was received."
      actions={<ButtonLink to="/dispatches/upload-multiple-pod">Upload many at once</ButtonLink>}
    >
      <WaitingBox
        waiting={outbox.waiting}
        onRetry={() => void outbox.retry()}
        onDiscard={key => void outbox.discard(key)}
      />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {lrInAddress === null ? (
        <section className="panel" aria-label="LR of the POD">
          <LrFinder key={sent} id={finderId} onFound={({ id }) => choose(id)} />
        </section>
      ) : (
        lr && (
          <>
            {lr.podStatus === 'REJECTED' && <LastRejection lr={lr} />}
            <PodForm key={lr.id} lr={lr} onSend={entered => send(lr, entered)} onOther={() => choose(null)} />
          </>
        )
      )}
    </PageFrame>
  )
}

/** Why the proof that was uploaded before was not accepted. */
function LastRejection({ lr }: { lr: LrRow }) {
  const { data } = useQuery<PodRow[], Refusal>({
    queryKey: ['pods', 'of an LR', lr.id],
    queryFn: () => podsOfLr(lr.id),
  })
  const last = data?.find(({ status }) => status === 'REJECTED')
  if (!last) return null
  return (
    <div className="notice-box">
      <p>The proof uploaded before was not accepted: {last.texts.rejectReasonId ?? 'no reason was given'}.</p>
    </div>
  )
}
