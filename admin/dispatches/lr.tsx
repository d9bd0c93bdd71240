import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { invoice } from '../../resources/dispatches/invoice.ts'
import { type LrLineRow, lrLine } from '../../resources/dispatches/lr-line.ts'
import { type Person, usePerson } from '../account/person.ts'
import type { RecordAct } from '../derive/record/record-acts.ts'
import { saidOf } from '../derive/record/record-header.ts'
import { RecordPage } from '../derive/record/record-page.tsx'
import { readOn } from '../derive/record/when.ts'
import type { InvoiceRow } from '../orders/shipments/shipments.ts'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import NotFound from '../shell/not-found.tsx'
import { rowsOf } from '../shell/rows.ts'
import { useTitle } from '../shell/title.ts'
import { Waiting } from '../shell/waiting.tsx'
import { lrHeader } from './lr/lr-header.ts'
import { useStatusReader } from './lr/next-events.ts'
import { useLr, type WholeLr } from './lr/use-lr.ts'
import { LrParts } from './lr-panels.tsx'
import '../derive/show/show.css'
import './dispatches.css'

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
  return <LrRecord key={lrId} wholeLr={data} person={person} reload={() => void client.invalidateQueries()} />
}

function LrRecord({ wholeLr, person, reload }: { wholeLr: WholeLr; person: Person; reload: () => void }) {
  const { lr, events } = wholeLr
  const { may } = person
  const reader = useStatusReader()
  const { data: load } = useLoad(lr.id, may('read', 'lr-lines'), may('read', 'invoices'))
  const beside = { reader, today: readOn(), events, lines: load?.lines ?? [], consignees: load?.consignees ?? [] }
  const acts: RecordAct[] = [
    ...(lr.deliveryStatus === 'DELIVERED' && lr.podStatus !== 'ACCEPTED' && may('create', 'pods')
      ? [{ key: 'pod', label: 'Upload POD', place: 'primary', to: `/dispatches/upload-pod?lr=${lr.id}` } as const]
      : []),
    { key: 'papers', label: 'Document passport', place: 'beside', to: `/dispatches/passport/${lr.id}` },
    { key: 'copy', label: 'LR copy', of: lr.lrNo, place: 'beside', href: `/api/lrs/${lr.id}/pdf` },
    {
      key: 'loading',
      label: 'Loading list',
      of: lr.lrNo,
      place: 'more',
      href: `/api/lr-papers/loading-list?ids=${lr.id}`,
    },
    { key: 'labels', label: 'Labels', of: lr.lrNo, place: 'more', href: `/api/lr-papers/labels?ids=${lr.id}` },
    ...(reader === 'buyer' && may('create', 'complaints')
      ? [{ key: 'complain', label: 'Report a problem', place: 'more', to: `/complaints/create?lr=${lr.id}` } as const]
      : []),
    { key: 'print', label: 'Print', place: 'more', take: () => window.print() },
  ]
  return (
    <RecordPage
      header={saidOf(lrHeader, lr, beside, reader === 'buyer' ? 'buyer' : 'staff')}
      from={
        reader === 'buyer'
          ? { title: 'Shipments', path: '/shipment-tracking/search-shipments' }
          : { title: 'Dispatches', path: '/dispatches' }
      }
      acts={acts}
    >
      <div className="lr-parts">
        <LrParts person={person} wholeLr={wholeLr} reload={reload} />
      </div>
    </RecordPage>
  )
}

/** What is on the LR, and for whom. */
const useLoad = (lrId: number, readsLines: boolean, readsInvoices: boolean) =>
  useQuery<{ lines: LrLineRow[]; consignees: string[] }, Refusal>({
    queryKey: ['lr-lines', 'of an LR', lrId, 'invoices'],
    enabled: readsLines,
    queryFn: async () => {
      const lines = await rowsOf(lrLine).all<LrLineRow>({ where: { lrId } })
      const ids = [...new Set(lines.flatMap(({ invoiceId }) => invoiceId ?? []))]
      const invoices =
        readsInvoices && ids.length > 0 ? await rowsOf(invoice).all<InvoiceRow>({ where: { id: { $in: ids } } }) : []
      return { lines, consignees: invoices.flatMap(({ texts }) => texts.shipToId ?? texts.soldToId ?? []) }
    },
  })
