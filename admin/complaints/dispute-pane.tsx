import { useQuery } from '@tanstack/react-query'
import { StepPanel } from '../derive/process/step-panel.tsx'
import type { Refusal } from '../shell/api.ts'
import { type DisputeRow, fetchDispute } from './dispute-api.ts'
import { disputeSteps } from './dispute-steps.tsx'
import './complaints.css'

/** What a dispute is about, and the steps that somebody may take now. */
export default function DisputePane({ id }: { id: number }) {
  const { data, refetch } = useQuery<DisputeRow, Refusal>({
    queryKey: ['complaints/ar-dispute', 'one', id, 'whole'],
    queryFn: () => fetchDispute(id),
  })
  if (!data) return <p role="status">Loading...</p>
  return (
    <>
      <p className="complaint-said">{data.description}</p>
      <StepPanel kind={disputeSteps} row={data} reload={() => void refetch()} />
    </>
  )
}
