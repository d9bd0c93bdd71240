import { useQuery } from '@tanstack/react-query'
import type { Feedback } from '../../../resources/shipment-tracking/feedback.ts'
import { feedbackReport } from '../../../resources/shipment-tracking/feedback-report.ts'
import { useMay } from '../../account/person.ts'
import type { Refusal } from '../../shell/api.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { rowsOf } from '../../shell/rows.ts'

type Row = Feedback & { customerId: number | null; lrNo: string }

/** Makes a complaint of a feedback, with what the customer wrote; nothing where it has one already. */
export function FeedbackComplaint({ id }: { id: number }) {
  const may = useMay()
  const { data: row } = useQuery<Row, Refusal>({
    queryKey: ['report row', feedbackReport.path, id],
    queryFn: () => rowsOf(feedbackReport).at<Row>(id),
  })
  if (!row?.customerId || row.complaintId || !may('create', 'complaints')) return null
  const query = new URLSearchParams({
    feedback: String(id),
    lr: String(row.lrId),
    customerId: String(row.customerId),
    says: `LR ${row.lrNo}: ${row.comments ?? `rated ${row.rating} of 5`}`,
  })
  return (
    <p>
      <ButtonLink to={`/complaints/create?${query}`}>Make it a complaint</ButtonLink>
    </p>
  )
}
