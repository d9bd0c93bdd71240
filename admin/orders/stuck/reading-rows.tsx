import { Link } from 'react-router'
import type { SapReadStatus, showRunErrors } from '../../../resources/sap/commands/reading.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import { momentInWords, readOn } from '../../derive/record/when.ts'
import { FactList } from '../../shell/fact-list.tsx'

/** What a reading from SAP left out, row by row, and when it is read again. */
export function ReadingRows({ status, cause }: { status: SapReadStatus; cause: string }) {
  const { lastRun, nextAt, lastOkAt } = status
  const { data } = useAsk(
    at<typeof showRunErrors>('GET sap-run-errors'),
    { runId: lastRun?.id ?? 0 },
    { enabled: (lastRun?.rowsFailed ?? 0) > 0 },
  )
  const today = readOn()
  return (
    <>
      <p className="work-verdict">
        <strong>{cause}</strong> Reading again is safe: a row that is there already is only updated.
      </p>
      <FactList
        className="facts stuck-facts"
        facts={[
          ['Read', lastRun && momentInWords(lastRun.startedAt, today)],
          ['Last good', lastOkAt && momentInWords(lastOkAt, today)],
          ['Read again', nextAt.delta && momentInWords(nextAt.delta, today)],
        ]}
      />
      {data && data.data.length > 0 && (
        <table className="plain-table stuck-tries">
          <thead>
            <tr>
              <th scope="col">In SAP</th>
              <th scope="col">Why it was left out</th>
            </tr>
          </thead>
          <tbody>
            {data.data.map(row => (
              <tr key={row.id}>
                <td>{row.sapKey ?? '–'}</td>
                <td>{row.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="work-links">
        <Link to="/masters/read-data-from-sap">Open readings from SAP</Link>
      </p>
    </>
  )
}
