import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { dayText } from '../../resources/define/show.ts'
import type { Refusal } from '../shell/api.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { type PodToVerify, podsToVerify } from './pods/pod-api.ts'
import { PodFacts } from './pods/pod-facts.tsx'
import { PodPhoto } from './pods/pod-photo.tsx'
import { VerifyPod } from './pods/verify-pod.tsx'
import '../derive/show/show.css'
import './pods/pods.css'

/** The PODs that wait to be verified, the oldest first: the photo beside what was entered, one after another. */
export default function VerifyPods() {
  const client = useQueryClient()
  const [at, setAt] = useState(0)
  const { data, error, refetch } = useQuery<{ total: number; pods: PodToVerify[] }, Refusal>({
    queryKey: ['pods', 'to verify'],
    queryFn: podsToVerify,
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const { pods, total } = data
  const shown = pods[Math.min(at, pods.length - 1)]
  return (
    <PageFrame
      title="Verify PODs"
      purpose="Check that each proof of delivery is readable, signed and matches the entries."
    >
      {!shown ? (
        <Empty kind="done" text="No POD waits to be verified." />
      ) : (
        <section className="panel" aria-labelledby="verify-head">
          <div className="pod-of">
            <h2 id="verify-head">
              <Link to={`/dispatches/lr/${shown.lr.id}`}>LR {shown.lr.lrNo}</Link>
            </h2>
            <span className="quiet" role="status">
              {total === 1 ? '1 to verify' : `${Math.min(at, pods.length - 1) + 1} of ${total} to verify`}
            </span>
            <span className="page-actions">
              <Button disabled={at === 0} onClick={() => setAt(old => old - 1)}>
                Previous
              </Button>
              <Button disabled={at >= pods.length - 1} onClick={() => setAt(old => old + 1)}>
                Next
              </Button>
            </span>
          </div>
          <p className="quiet">
            {shown.lr.texts.transporterId} to {shown.lr.texts.toCityId}, LR of {dayText(shown.lr.lrDate)}
          </p>
          <div className="pod-beside is-large">
            <PodPhoto pod={shown.pod} lrNo={shown.lr.lrNo} />
            <div>
              <PodFacts pod={shown.pod} lr={shown.lr} />
              <VerifyPod
                key={shown.pod.id}
                pod={shown.pod}
                lrNo={shown.lr.lrNo}
                isFirst
                onDecided={() => {
                  setAt(old => Math.max(0, Math.min(old, pods.length - 2)))
                  void client.invalidateQueries()
                }}
              />
            </div>
          </div>
        </section>
      )}
    </PageFrame>
  )
}
