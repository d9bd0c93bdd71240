import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { momentText } from '../../../resources/define/show.ts'
import { trip } from '../../../resources/dispatches/trips/trip.ts'
import { type TripLr, tripLr } from '../../../resources/dispatches/trips/trip-lr.ts'
import type { ApiRow } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { rowsOf } from '../../shell/rows.ts'
import { pathOf } from '../../shell/screens.ts'
import { LrPanel } from './lr-panel.tsx'
import type { LrPartProps } from './lr-part.ts'

/** The trips on which an LR was or is. */
export default function LrTrip({ wholeLr: { lr } }: LrPartProps) {
  const { data } = useQuery<(TripLr & ApiRow)[], Refusal>({
    queryKey: [tripLr.path, 'of an LR', lr.id, lr.rowVersion],
    queryFn: () => rowsOf(tripLr).all<TripLr & ApiRow>({ where: { lrId: lr.id }, sort: { id: -1 } }),
  })
  if (!data?.length) return null
  return (
    <LrPanel id="trip" title="Trip">
      <ul>
        {data.map(({ id, tripId, offAt, reason, texts }) => (
          <li key={id}>
            <Link to={pathOf.show(trip, tripId)}>{texts?.tripId}</Link>
            <span className="quiet">
              {offAt === null ? ' carries it' : ` carried it until ${momentText(offAt)}`}
              {reason && `: ${reason}`}
            </span>
          </li>
        ))}
      </ul>
    </LrPanel>
  )
}
