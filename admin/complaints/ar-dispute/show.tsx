import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { CONFIRM_ABOVE } from '../../../resources/complaints/dispute-process.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { dayText, rupees } from '../../../resources/define/show.ts'
import { usePerson } from '../../account/person.ts'
import { StepPanel } from '../../derive/process/step-panel.tsx'
import type { RecordAct } from '../../derive/record/record-acts.ts'
import { saidOf } from '../../derive/record/record-header.ts'
import { RecordPage } from '../../derive/record/record-page.tsx'
import { readOn } from '../../derive/record/when.ts'
import { momentText } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { FactList } from '../../shell/fact-list.tsx'
import { Failure } from '../../shell/failure.tsx'
import NotFound from '../../shell/not-found.tsx'
import { useTitle } from '../../shell/title.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { type DisputeRow, fetchDispute } from '../dispute-api.ts'
import { disputeHeader } from '../dispute-header.ts'
import { disputeSteps } from '../dispute-steps.tsx'
import { NamedNote } from '../named-note.tsx'
import { InvoiceLink } from '../readable-link.tsx'
import { ThreadPanel } from '../thread.tsx'
import { disputeThread } from '../thread-api.ts'
import '../../derive/show/show.css'
import '../complaints.css'

/** One dispute: what is disputed, what is to be done, and what was said. */
export default function DisputePage() {
  const { id = '' } = useParams()
  const disputeId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null
  const client = useQueryClient()
  const { user, may } = usePerson()
  const { data, error, refetch } = useQuery<DisputeRow, Refusal>({
    queryKey: ['complaints/ar-dispute', 'one', disputeId, 'whole'],
    enabled: disputeId !== null,
    queryFn: () => fetchDispute(disputeId!),
  })
  useTitle(data && `${data.disputeNo} · AR Dispute`)
  if (disputeId === null) return <NotFound />
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const ours = user.customerId === null
  const acts = may('update', 'complaints/ar-dispute') || may('approve', 'complaints/ar-dispute')
  const isOver = data.status === 'CLOSED' || data.status === 'WITHDRAWN'
  const reader = ours ? 'staff' : 'buyer'
  const records: RecordAct[] = [
    ...(may('read', 'invoices')
      ? [
          {
            key: 'invoice',
            label: 'Open invoice',
            place: 'beside',
            to: `/dispatches/invoice/${data.invoiceId}`,
          } as const,
        ]
      : []),
    { key: 'print', label: 'Print', place: 'more', take: () => window.print() },
  ]
  return (
    <RecordPage
      header={saidOf(disputeHeader, data, { reader, today: readOn() }, reader)}
      from={{ title: ours ? 'AR Disputes' : 'Disputed invoices', path: '/complaints/ar-dispute' }}
      acts={records}
    >
      {data.proposedAmount != null && (
        <p role="status" className="notice-box complaint-notice">
          {data.texts.proposedById} accepts {rupees(data.proposedAmount)}. Above {rupees(CONFIRM_ABOVE)} a sales
          manager, another person, confirms the amount. The customer then reads: “{data.proposedAnswer}”
        </p>
      )}
      <NamedNote row={data} meanwhile="The amount stays disputed." />
      <section className="panel" aria-labelledby="dispute-what">
        <h2 id="dispute-what">What is disputed</h2>
        <p className="complaint-said">{data.description}</p>
        <FactList className="facts" facts={factsOf(data, ours)} />
      </section>
      {acts && <StepPanel kind={disputeSteps} row={data} reload={() => void client.invalidateQueries()} />}
      <ThreadPanel thread={disputeThread} about={data.id} writes={may('create', 'complaints/ar-dispute') && !isOver} />
    </RecordPage>
  )
}

const factsOf = (row: DisputeRow, ours: boolean): [string, React.ReactNode][] => [
  ['Customer', ours && row.texts.customerId],
  ['Invoice', <InvoiceLink key="invoice" id={row.invoiceId} text={row.texts.invoiceId} />],
  ['Disputed amount', row.disputedAmount !== undefined && rupees(row.disputedAmount)],
  ['Accepted amount', row.acceptedAmount != null && rupees(row.acceptedAmount)],
  ['Credit note', row.settlementNoteNo],
  ['Credit note to check', row.namedNoteNo],
  ['Owner', row.ownerEmployeeId ? row.texts.ownerEmployeeId : ours && row.status === 'OPEN' && 'No owner yet'],
  ['Opened', momentText(row.createdAt)],
  ['Decided', row.decidedAt && dayText(dayOf(row.decidedAt))],
  ['Decided by', row.decidedById && row.texts.decidedById],
  ['Confirmed', row.confirmedAt && `${momentText(row.confirmedAt)}, ${row.texts.confirmedById}`],
  ['Complaint', row.complaintId && row.texts.complaintId],
]
