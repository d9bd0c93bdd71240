import { useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { dayText } from '../../resources/define/show.ts'
import { usePerson } from '../account/person.ts'
import { Failure } from '../shell/failure.tsx'
import NotFound from '../shell/not-found.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useTitle } from '../shell/title.ts'
import { Waiting } from '../shell/waiting.tsx'
import { LrStatusMark } from './lr/lr-status-mark.tsx'
import { useLr } from './lr/use-lr.ts'
import type { LrRow } from './lr-api.ts'
import { LrParts } from './lr-panels.tsx'
import '../derive/show/show.css'
import './dispatches.css'

/** Nothing of it will arrive any more. */
const over: readonly LrRow['deliveryStatus'][] = ['RETURNED', 'LOST', 'CANCELLED']

/** One consignment: where it is, what is on it, what happened to it, and what is to be done. */
export default function LrPage() {
  const { id = '' } = useParams()
  const lrId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null
  const client = useQueryClient()
  const person = usePerson()
  const { data, error, refetch } = useLr(lrId)
  useTitle(data && `${data.lr.lrNo} · LR`)
  if (lrId === null) return <NotFound />
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const { lr } = data
  return (
    <PageFrame title={`LR ${lr.lrNo}`}>
      <p className="lr-head">
        <LrStatusMark status={lr.deliveryStatus} />
        <span>
          {lr.texts.transporterId}, {lr.texts.fromCityId} to {lr.texts.toCityId}
        </span>
        {lr.deliveredOn && <span>delivered on {dayText(lr.deliveredOn)}</span>}
        {!lr.deliveredOn && !over.includes(lr.deliveryStatus) && (
          <span>expected on {dayText(lr.expectedDeliveryDate)}</span>
        )}
      </p>
      <div className="lr-parts">
        <LrParts person={person} wholeLr={data} reload={() => void client.invalidateQueries()} />
      </div>
    </PageFrame>
  )
}
