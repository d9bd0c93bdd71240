import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { rupees } from '../../../resources/define/show.ts'
import { type DebitNoteLine, debitNoteLine } from '../../../resources/dispatches/bills/debit-note-line.ts'
import { type ApiRow, labelOfOption } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { rowsOf } from '../../shell/rows.ts'

/** What a debit note deducts for each LR, and why. */
export default function DebitNoteLines({ row }: { row: ApiRow }) {
  const { data, error, refetch } = useQuery<(DebitNoteLine & ApiRow)[], Refusal>({
    queryKey: [debitNoteLine.path, 'of a debit note', row.id],
    queryFn: () =>
      rowsOf(debitNoteLine).all<DebitNoteLine & ApiRow>({ where: { debitNoteId: row.id }, sort: { id: 1 } }),
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data?.length) return null
  return (
    <section className="panel" aria-labelledby="debit-note-lines">
      <h2 id="debit-note-lines">Deducted LR by LR</h2>
      <div className="table-scroll">
        <table className="plain-table bill-table">
          <thead>
            <tr>
              <th scope="col">LR</th>
              <th scope="col">Why</th>
              <th scope="col" className="number">
                Deducted
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ id, lrId, reason, remarks, amount, texts }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to={`/dispatches/lr/${lrId}`}>{texts?.lrId}</Link>
                </th>
                <td>
                  {labelOfOption(debitNoteLine.fields.reason, reason)}
                  {remarks && <div className="quiet">{remarks}</div>}
                </td>
                <td className="number">{rupees(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
