import { Link } from 'react-router'
import { kilograms, momentText, rupees } from '../../../resources/define/show.ts'
import type { Trip } from '../../../resources/dispatches/trips/trip.ts'
import { useAsk } from '../../derive/command/ask.ts'
import type { ApiRow } from '../../derive/value-text.ts'
import { tripCosts } from './trip-api.ts'

/** What a trip costs each LR, and what standing at the gate and at its stops costs. */
export default function TripCosts({ row }: { row: ApiRow }) {
  const of = row as ApiRow & Trip
  const { data } = useAsk(tripCosts, { tripId: of.id }, { shows: [`trip ${of.rowVersion}`, 'trip-stops'] })
  if (!data) return null
  const stood = data.stays.filter(({ from, detention }) => from !== null && detention !== null)
  if (data.shares.length === 0 && stood.length === 0) return null
  return (
    <section className="panel" aria-labelledby="trip-costs">
      <h2 id="trip-costs">Freight and detention</h2>
      {data.shares.length > 0 && (
        <div className="table-scroll">
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">LR</th>
                <th scope="col" className="number">
                  Charged weight
                </th>
                <th scope="col" className="number">
                  Share of freight
                </th>
              </tr>
            </thead>
            <tbody>
              {data.shares.map(({ lrId, lrNo, chargedWeightKg, share }) => (
                <tr key={lrId}>
                  <th scope="row">
                    <Link to={`/dispatches/lr/${lrId}`}>{lrNo}</Link>
                  </th>
                  <td className="number">{kilograms(chargedWeightKg)}</td>
                  <td className="number">{rupees(share)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {stood.length > 0 && (
        <ul>
          {stood.map(({ place, from, to, detention }) => (
            <li key={`${place} ${from}`} className="trip-lr">
              <span>
                {place}
                <span className="quiet">
                  {' '}
                  {momentText(from!)} to {to === null ? 'now' : momentText(to)}
                </span>
              </span>
              <span className="number">{detention === 0 ? 'No detention' : `Detention ${rupees(detention!)}`}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
