import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Place } from '../derive/record/beside.tsx'
import { saidOf } from '../derive/record/record-header.ts'
import { RecordPage } from '../derive/record/record-page.tsx'
import { readOn } from '../derive/record/when.ts'
import type { Refusal } from '../shell/api.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { type PodToVerify, podsToVerify } from './pods/pod-api.ts'
import { PodFacts } from './pods/pod-facts.tsx'
import { PodGoodsList } from './pods/pod-goods.tsx'
import { podHeader } from './pods/pod-header.ts'
import { PodPages } from './pods/pod-pages.tsx'
import { useDecidePod } from './pods/verify-pod.tsx'
import { WhichHolds } from './pods/which-holds.tsx'
import '../derive/show/show.css'
import './pods/pods.css'

/** The PODs that wait to be verified, the oldest first: the photo beside what was entered, one after another. */
export default function VerifyPods() {
  const client = useQueryClient()
  const [at, setAt] = useState(0)
  const {
    data: pods,
    error,
    refetch,
  } = useQuery<PodToVerify[], Refusal>({
    queryKey: ['pods', 'to verify'],
    queryFn: podsToVerify,
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!pods) return <Waiting />
  const place = Math.min(at, pods.length - 1)
  const shown = pods[place]
  if (!shown)
    return (
      <PageFrame
        title="Verify PODs"
        purpose="Check that each proof of delivery is readable, signed and matches the entries."
      >
        <Empty kind="done" text="No POD waits to be verified." />
      </PageFrame>
    )
  return (
    <PodRecord
      key={shown.pod.id}
      {...shown}
      place={{
        at: place + 1,
        of: pods.length,
        previous: place > 0 ? () => setAt(place - 1) : undefined,
        next: place < pods.length - 1 ? () => setAt(place + 1) : undefined,
      }}
      onDecided={() => {
        setAt(Math.max(0, Math.min(place, pods.length - 2)))
        void client.invalidateQueries()
      }}
    />
  )
}

function PodRecord({ pod, lr, place, onDecided }: PodToVerify & { place: Place; onDecided: () => void }) {
  const { busy, why, accept, reject, form } = useDecidePod({ pod, lrNo: lr.lrNo, onDecided })
  const of = `the POD of LR ${lr.lrNo}`
  return (
    <RecordPage
      header={saidOf(podHeader, pod, { today: readOn(), lr }, 'staff')}
      from={{ title: 'Dispatches', path: '/dispatches' }}
      place={place}
      acts={[
        { key: 'accept', label: 'Accept', of, letter: 'A', place: 'primary', busy, take: accept },
        { key: 'reject', label: 'Reject…', of, letter: 'R', place: 'beside', take: reject },
        { key: 'lr', label: 'Open LR', place: 'more', to: `/dispatches/lr/${lr.id}` },
      ]}
    >
      <section className="panel" aria-label={`POD of LR ${lr.lrNo}`}>
        {why && <p className="notice-box">{why}</p>}
        <WhichHolds pod={pod} lrNo={lr.lrNo} onTaken={onDecided} />
        {form}
        <div className="pod-beside is-large">
          <PodPages pod={pod} lrNo={lr.lrNo} />
          <PodFacts pod={pod} lr={lr} />
        </div>
        <PodGoodsList pod={pod} />
      </section>
    </RecordPage>
  )
}
