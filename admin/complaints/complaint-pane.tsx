import { useQuery } from '@tanstack/react-query'
import { StepPanel } from '../derive/process/step-panel.tsx'
import type { Refusal } from '../shell/api.ts'
import { type ComplaintRow, fetchComplaint } from './complaint-api.ts'
import { complaintSteps } from './complaint-steps.tsx'
import './complaints.css'

/** What a complaint is about, and the steps that somebody may take now. */
export default function ComplaintPane({ id }: { id: number }) {
  const { data, refetch } = useQuery<ComplaintRow, Refusal>({
    queryKey: ['complaints', 'one', id, 'whole'],
    queryFn: () => fetchComplaint(id),
  })
  if (!data) return <p role="status">Loading...</p>
  return (
    <>
      <p className="complaint-said">{data.description}</p>
      <StepPanel kind={complaintSteps} row={data} reload={() => void refetch()} />
    </>
  )
}
