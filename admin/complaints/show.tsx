import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isOpenComplaint, resolutionLabels } from '../../resources/complaints/complaint-states.ts'
import { quantityText } from '../../resources/define/show.ts'
import { usePerson } from '../account/person.ts'
import { StepPanel } from '../derive/process/step-panel.tsx'
import type { RecordAct } from '../derive/record/record-acts.ts'
import { saidOf } from '../derive/record/record-header.ts'
import { RecordPage } from '../derive/record/record-page.tsx'
import { readOn } from '../derive/record/when.ts'
import { momentText, optionText } from '../derive/value-text.ts'
import CertifiedGoods from '../orders/show/certified-goods.tsx'
import type { Refusal } from '../shell/api.ts'
import { FactList } from '../shell/fact-list.tsx'
import { Failure } from '../shell/failure.tsx'
import NotFound from '../shell/not-found.tsx'
import { useTitle } from '../shell/title.ts'
import { Waiting } from '../shell/waiting.tsx'
import { type ComplaintRow, fetchComplaint } from './complaint-api.ts'
import { complaintHeader } from './complaint-header.ts'
import { complaintSteps } from './complaint-steps.tsx'
import { NamedNote } from './named-note.tsx'
import { InvoiceLink, LrLink } from './readable-link.tsx'
import { ThreadPanel } from './thread.tsx'
import { complaintThread } from './thread-api.ts'
import '../derive/show/show.css'
import './complaints.css'

/** One complaint: what it is about, what is to be done, and what was said. */
export default function ComplaintPage() {
  const { id = '' } = useParams()
  const complaintId = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : null
  const client = useQueryClient()
  const { user, may } = usePerson()
  const { data, error, refetch } = useQuery<ComplaintRow, Refusal>({
    queryKey: ['complaints', 'one', complaintId, 'whole'],
    enabled: complaintId !== null,
    queryFn: () => fetchComplaint(complaintId!),
  })
  useTitle(data && `${data.complaintNo} · Complaint`)
  if (complaintId === null) return <NotFound />
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const ours = user.customerId === null
  const reader = ours ? 'staff' : 'buyer'
  const beside = { reader, today: readOn(), now: new Date().toISOString() } as const
  const acts: RecordAct[] = [
    ...(data.invoiceId !== null && may('read', 'invoices')
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
      header={saidOf(complaintHeader, data, beside, reader)}
      from={{ title: ours ? 'Complaints' : 'My complaints', path: '/complaints' }}
      acts={acts}
    >
      <NamedNote row={data} />
      <section className="panel" aria-labelledby="complaint-what">
        <h2 id="complaint-what">What is wrong</h2>
        <p className="complaint-said">{data.description}</p>
        <FactList className="facts" facts={factsOf(data, ours)} />
      </section>
      {data.productId !== null && data.batchNo !== null && <CertifiedGoods by={{ complaintId: data.id }} />}
      {may('update', 'complaints') && (
        <StepPanel kind={complaintSteps} row={data} reload={() => void client.invalidateQueries()} />
      )}
      <ThreadPanel
        thread={complaintThread}
        about={data.id}
        writes={may('update', 'complaints') && (isOpenComplaint(data) || data.status === 'RESOLVED')}
      />
    </RecordPage>
  )
}

const factsOf = (row: ComplaintRow, ours: boolean): [string, React.ReactNode][] => [
  ['Customer', ours && row.texts.customerId],
  ['Invoice', row.invoiceId && <InvoiceLink id={row.invoiceId} text={row.texts.invoiceId} />],
  ['LR', row.lrId && <LrLink id={row.lrId} text={row.texts.lrId} />],
  ['Product', row.texts.productId],
  ['Batch', row.batchNo],
  ['Quantity affected', row.affectedQty !== null && quantityText(row.affectedQty)],
  ['Priority', ours && optionText(row.priority)],
  ['Owner', row.ownerEmployeeId ? row.texts.ownerEmployeeId : ours && 'No owner yet'],
  ['Opened', momentText(row.createdAt)],
  ['Times reopened', row.reopenCount > 0 && String(row.reopenCount)],
  ['Escalated', row.escalatedAt && momentText(row.escalatedAt)],
  ['Resolution', row.resolution && resolutionLabels[row.resolution]],
  ['Credit note', row.settlementNoteNo],
  ['Credit note to check', row.namedNoteNo],
  ['Root cause', row.rootCause],
  ['CAPA', row.capa],
  ['Follows complaint', row.followsId && row.texts.followsId],
]
