import { Checkbox } from 'antd'
import { dayText, kilograms } from '../../../resources/define/show.ts'
import { statusText } from '../../../resources/dispatches/lr-status.ts'
import { countText } from '../../derive/record/when.ts'
import { type Candidate, loadText, type Stop } from './stops-of.ts'

/** LRs that no vehicle has, under their ship-tos: one, or all of a ship-to, are chosen. */
export function Candidates({
  stops,
  chosen,
  onPick,
}: {
  stops: readonly Stop[]
  chosen: readonly Candidate[]
  onPick: (some: readonly Candidate[], on: boolean) => void
}) {
  const ids = new Set(chosen.map(({ id }) => id))
  return (
    <ul className="lr-groups" aria-label="LRs without a vehicle">
      {stops.map(({ shipToId, shipTo, city, lrs }) => {
        const picked = lrs.filter(({ id }) => ids.has(id)).length
        return (
          <li key={`${shipToId} ${city}`} className="lr-group">
            <div className="lr-group-head">
              <Checkbox
                checked={picked === lrs.length}
                indeterminate={picked > 0 && picked < lrs.length}
                onChange={({ target }) => onPick(lrs, target.checked)}
              >
                <strong>{shipTo}</strong>, {city}
              </Checkbox>
              <span className="quiet lr-group-sums">{loadText(lrs)}</span>
            </div>
            <ul>
              {lrs.map(lr => (
                <li key={lr.id}>
                  <Checkbox checked={ids.has(lr.id)} onChange={({ target }) => onPick([lr], target.checked)}>
                    <span className="lr-invoice">
                      <span>{lr.lrNo}</span>
                      <span>{dayText(lr.lrDate)}</span>
                      <span>{countText(lr.packages, 'package')}</span>
                      <span className="number">{kilograms(lr.chargedWeightKg)}</span>
                      <span className="quiet">
                        {lr.transporter}
                        {lr.deliveryStatus !== 'BOOKED' && `, ${statusText(lr.deliveryStatus, 'staff').toLowerCase()}`}
                        {`, expected ${dayText(lr.expectedDeliveryDate)}`}
                      </span>
                    </span>
                  </Checkbox>
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ul>
  )
}
