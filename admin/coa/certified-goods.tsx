import { useQuery } from '@tanstack/react-query'
import { coaDocument } from '../../resources/coa/coa-document.ts'
import type { CertifiedBatch, goodsKeys } from '../../resources/coa/found-certificate.ts'
import { useMay } from '../account/person.ts'
import { api, type Refusal } from '../shell/api.ts'
import './coa.css'

type By = Partial<Record<(typeof goodsKeys)[number], string | number>>

/** The batches of an invoice, an order or an LR with their certificates; nothing where no batch is known. */
export default function CertifiedGoods({ by }: { by: By }) {
  const may = useMay()
  const { data } = useQuery<CertifiedBatch[], Refusal>({
    queryKey: ['coa-goods', by],
    enabled: may('read', coaDocument.path),
    queryFn: async () => (await api.get<CertifiedBatch[]>('/coa-goods', { params: by })).data,
  })
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
