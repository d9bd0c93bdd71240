import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Resource } from '../../resources/define/resource.ts'
import { dayText, kilograms, rupees } from '../../resources/define/show.ts'
import type { showWhatIf } from '../../resources/dispatches/commands/freight.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import type { ApiRow } from '../derive/value-text.ts'
import { Failure } from '../shell/failure.tsx'

/** What the LRs of last month would have cost by a freight contract, and those for which it has no rate. */
export default function WhatIfPanel({ row }: { resource: Resource; row: ApiRow }) {
  const [isAsked, setAsked] = useState(false)
  const { data, error, refetch } = useAsk(
    at<typeof showWhatIf>('GET freight-what-ifs'),
    { contractId: row.id, month: null },
    { enabled: isAsked },
  )
  if (row.kind === 'TRIP') return null
  return (
    <section className="panel" aria-labelledby="what-if">
      <h2 id="what-if">Last month by this contract</h2>
      {!isAsked && <Button onClick={() => setAsked(true)}>Price the LRs of last month</Button>}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && data.transporters.length === 0 && <p className="quiet">No LR of {dayText(data.month)} and its month.</p>}
      {data && data.transporters.length > 0 && (
        <div className="table-scroll">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">Transporter</th>
                <th scope="col">LRs</th>
                <th scope="col">Agreed now</th>
                <th scope="col">By this contract</th>
                <th scope="col">Difference</th>
                <th scope="col">Without a rate</th>
              </tr>
            </thead>
            <tbody>
              {data.transporters.map(one => (
                <tr key={one.transporterId}>
                  <th scope="row">{one.name}</th>
                  <td>{one.lrs}</td>
                  <td className="number">{rupees(one.agreed)}</td>
                  <td className="number">{rupees(one.byContract)}</td>
                  <td className="number">{rupees(one.byContract - one.agreed)}</td>
                  <td>{one.withoutRate}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.withoutRate.length > 0 && (
        <>
          <h3>LRs without a rate</h3>
          <ul>
            {data.withoutRate.map(({ lrId, lrNo, to, weightKg }) => (
              <li key={lrId}>
                <Link to={`/dispatches/lr/${lrId}`}>{lrNo}</Link> to {to ?? 'nowhere known'}, {kilograms(weightKg)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
