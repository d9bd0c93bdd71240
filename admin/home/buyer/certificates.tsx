import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { coaDocument } from '../../../resources/coa/coa-document.ts'
import { invoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { Empty } from '../../shell/empty.tsx'
import { rowsOf } from '../../shell/rows.ts'
import { nameOf, type Row, useLastInvoices } from './few.ts'
import { Part, PartTable } from './part.tsx'

const MOST = 5

/** The certificates of what was invoiced last, batch by batch. */
export function Certificates() {
  const invoices = useLastInvoices(true)
  const ids = invoices?.map(({ id }) => id)
  const { data: batches } = useQuery({
    queryKey: ['home', 'certificates', ids],
    enabled: ids !== undefined,
    queryFn: () => certifiedBatches(ids ?? []),
  })
  return (
    <Part
      id="home-certificates"
      title="Certificates"
      says="of your last invoices"
      more={<Link to="/coa/find-certificates">Find by batch</Link>}
    >
      {batches?.length === 0 && <Empty text="Your last invoices name no certified batch." />}
      {batches && batches.length > 0 && (
        <PartTable heads={['Product', 'Batch', 'Certificate']}>
          {batches.map(({ id, productId, batchNo, texts }) => (
            <tr key={`${productId} ${batchNo}`}>
              <td>{nameOf(texts?.productId)}</td>
              <td className="quiet">{batchNo}</td>
              <td>
                <a href={`/api/coa/certificates/${id}/file`} download>
                  PDF<span className="for-readers"> of batch {batchNo}</span>
                </a>
              </td>
            </tr>
          ))}
        </PartTable>
      )}
    </Part>
  )
}

/** The certificates of the batches on these invoices, the newest invoice first. */
async function certifiedBatches(invoiceIds: readonly number[]): Promise<Row[]> {
  if (invoiceIds.length === 0) return []
  const lines = await rowsOf(invoiceLine).all<Row>({ where: { invoiceId: { $in: invoiceIds } }, sort: { id: -1 } })
  const batchNos = [...new Set(lines.flatMap(({ batchNo }) => (batchNo ? [String(batchNo)] : [])))]
  if (batchNos.length === 0) return []
  const all = await rowsOf(coaDocument).all<Row>({ where: { batchNo: { $in: batchNos }, status: 'ACTIVE' } })
  const found = lines.flatMap(
    ({ productId, batchNo }) => all.find(one => one.productId === productId && one.batchNo === batchNo) ?? [],
  )
  return [...new Set(found)].slice(0, MOST)
}
