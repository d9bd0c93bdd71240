import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router'
import { type Invoice, invoice } from '../../resources/dispatches/invoice.ts'
import { type LrLineRow, lrLine } from '../../resources/dispatches/lr-line.ts'
import CertifiedGoods from '../orders/show/certified-goods.tsx'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import NotFound from '../shell/not-found.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { rowsOf } from '../shell/rows.ts'
import { useTitle } from '../shell/title.ts'
import { Waiting } from '../shell/waiting.tsx'

/** The document passport of an invoice; where its goods went in parts, the choice of its dispatches. */
export function InvoicePassports({ invoiceId: id }: { invoiceId: number }) {
  const { data, error, refetch } = useQuery<{ invoice: Invoice | undefined; lines: LrLineRow[] }, Refusal>({
    queryKey: ['passport-links', 'of an invoice', id],
    queryFn: async () => ({
      invoice: (await rowsOf(invoice).all<Invoice>({ where: { id } }))[0],
      lines: await rowsOf(lrLine).all<LrLineRow>({ where: { invoiceId: id }, sort: { id: 1 } }),
    }),
  })
  useTitle(data?.invoice && `Invoice ${data.invoice.invoiceNo}`)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  if (!data.invoice) return <NotFound />
  const lrs = [...new Map(data.lines.map(line => [line.lrId, line.texts.lrId]))]
  if (lrs.length === 1) return <Navigate to={`/dispatches/passport/${lrs[0]![0]}`} replace />
  return (
    <PageFrame title={`Dispatches of invoice ${data.invoice.invoiceNo}`}>
      <section className="panel" aria-label="Dispatches">
        {lrs.length === 0 ? (
          <p>
            {data.invoice.dispatchStatus === 'COLLECTED'
              ? 'The buyer collected these goods; there is no transporter.'
              : 'Not dispatched yet: the document passport starts with the lorry receipt.'}
          </p>
        ) : (
          <ul>
            {lrs.map(([lrId, lrNo]) => (
              <li key={lrId}>
                <Link to={`/dispatches/passport/${lrId}`}>Open document passport of LR {lrNo}</Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <CertifiedGoods by={{ invoiceId: id }} />
    </PageFrame>
  )
}
