import { useQuery } from '@tanstack/react-query'
import { coaDocument } from '../../resources/coa/coa-document.ts'
import { type batchProposals, batchRadar } from '../../resources/complaints/batch-radar.ts'
import { RowActionsBeside } from '../derive/action/row-actions-beside.tsx'
import type { Refusal } from '../shell/api.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { rowsOf } from '../shell/rows.ts'
import '../derive/action/row-actions-beside.css'

interface BatchRow {
  productId: number
  batchNo: string
  coaDocumentId: number | null
  proposal: (typeof batchProposals)[number]
}

const sentences: Record<BatchRow['proposal'], string> = {
  WITHDRAW_CERTIFICATE: 'More complaints than expected: review them and withdraw the certificate.',
  NO_CERTIFICATE: 'More complaints than expected. This batch has no certificate to withdraw.',
  CERTIFICATE_WITHDRAWN: 'The certificate is withdrawn.',
  WATCH: 'Within the limits set.',
}

/** What can be done about a batch: its complaints, its certificate, and who has it. */
export function BatchBeside({ id }: { id: number }) {
  const { data: row } = useQuery<BatchRow, Refusal>({
    queryKey: ['report row', batchRadar.path, id],
    queryFn: () => rowsOf(batchRadar).at<BatchRow>(id),
  })
  if (!row) return null
  const receivers = new URLSearchParams({
    of: 'Receivers',
    'f.productId': `in.${row.productId}`,
    'f.batchNo': `eq.${row.batchNo}`,
  })
  return (
    <section className="beside" aria-labelledby="batch-next">
      <h2 id="batch-next">Next step</h2>
      <p>{sentences[row.proposal]}</p>
      {row.coaDocumentId !== null && <RowActionsBeside resource={coaDocument} id={row.coaDocumentId} />}
      <p className="beside-actions">
        <ButtonLink to={`/complaints/modify?${receivers}`}>Show who received it</ButtonLink>
        <ButtonLink to={`/complaints/modify?of=All&q=${encodeURIComponent(row.batchNo)}`}>
          Show its complaints
        </ButtonLink>
      </p>
    </section>
  )
}
