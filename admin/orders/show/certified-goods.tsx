import { coaDocument } from '../../../resources/coa/coa-document.ts'
import type { CertifiedBatch, showCertifiedGoods } from '../../../resources/coa/commands.ts'
import type { SentOf } from '../../../resources/define/command.ts'
import { useMay } from '../../account/person.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import './certified-goods.css'

export const certifiedGoods = at<typeof showCertifiedGoods>('GET coa-goods')
type By = SentOf<typeof showCertifiedGoods>

/** The batches of an invoice, an order or an LR with their certificates; nothing where no batch is known. */
export default function CertifiedGoods({ by }: { by: By }) {
  const may = useMay()
  const { data } = useAsk(certifiedGoods, by, { shows: [coaDocument.path], enabled: may('read', coaDocument.path) })
  if (!data || data.length === 0) return null
  return (
    <section className="panel" aria-labelledby="certified-goods">
      <h2 id="certified-goods">Batches and certificates</h2>
      <BatchList batches={data} by={by} />
    </section>
  )
}

/** Batches, each with its certificate to download, and all of them as a zip. */
export function BatchList({ batches, by }: { batches: readonly CertifiedBatch[]; by: By }) {
  const certified = batches.filter(({ certificateId }) => certificateId !== null)
  const query = new URLSearchParams(Object.entries(by).map(([name, value]) => [name, String(value)]))
  return (
    <>
      <ul className="coa-batches">
        {batches.map(({ productId, product, batchNo, certificateId }) => (
          <li key={`${productId} ${batchNo}`}>
            {product}, batch {batchNo}:{' '}
            {certificateId === null ? (
              <span className="quiet">no certificate available</span>
            ) : (
              <a href={`/api/coa/certificates/${certificateId}/file`} download>
                Download COA<span className="for-readers"> of batch {batchNo}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
      {certified.length > 1 && (
        <p>
          <a href={`/api/coa-zip?${query}`} download>
            Download all {certified.length} as a zip
          </a>
        </p>
      )}
    </>
  )
}
