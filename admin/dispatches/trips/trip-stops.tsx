import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { momentText } from '../../../resources/define/show.ts'
import type { Trip } from '../../../resources/dispatches/trips/trip.ts'
import { type TripLr, tripLr } from '../../../resources/dispatches/trips/trip-lr.ts'
import { type TripStop, tripStop } from '../../../resources/dispatches/trips/trip-stop.ts'
import { usePerson } from '../../account/person.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import type { ApiRow } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { rowsOf } from '../../shell/rows.ts'
import { AddLrs } from './add-lrs.tsx'
import '../dispatches.css'
import './trips.css'

type StopRow = TripStop & ApiRow
type OnRow = TripLr & ApiRow

const open: readonly Trip['status'][] = ['PLANNED', 'ASKED', 'AGREED', 'PLACED', 'GATE_IN', 'LOADING']

/** The stops of a trip in their order, each with its LRs and what comes next there. */
export default function TripStops({ row }: { row: ApiRow }) {
  const { may } = usePerson()
  const [isAdding, setAdding] = useState(false)
  const of = row as ApiRow & Trip
  const stops = useQuery<StopRow[], Refusal>({
    queryKey: [tripStop.path, 'of a trip', of.id, of.rowVersion],
    queryFn: () => rowsOf(tripStop).all<StopRow>({ where: { tripId: of.id }, sort: { seq: 1 } }),
  })
  const on = useQuery<OnRow[], Refusal>({
    queryKey: [tripLr.path, 'of a trip', of.id, of.rowVersion],
    queryFn: () => rowsOf(tripLr).all<OnRow>({ where: { tripId: of.id }, sort: { id: 1 } }),
  })
  const error = stops.error ?? on.error
  if (error) return <Failure error={error} onRetry={() => void stops.refetch()} />
  if (!stops.data || !on.data) return null
  const canAdd = open.includes(of.status) && may('update', 'dispatches/trips')
  return (
    <section className="panel" aria-labelledby="trip-stops">
      <div className="lr-part-head">
        <h2 id="trip-stops">Stops</h2>
        {canAdd && !isAdding && <Button onClick={() => setAdding(true)}>Add LRs</Button>}
      </div>
      {isAdding && <AddLrs trip={of} onDone={() => setAdding(false)} />}
      <ol className="trip-order">
        {stops.data.map(stop => (
          <Stop
            key={stop.id}
            stop={stop}
            on={on.data.filter(({ stopId }) => stopId === stop.id)}
            isOnItsWay={of.status === 'GATE_OUT'}
            mayTakeOff={of.status !== 'LOADED'}
          />
        ))}
      </ol>
    </section>
  )
}

function Stop({
  stop,
  on,
  isOnItsWay,
  mayTakeOff,
}: {
  stop: StopRow
  on: readonly OnRow[]
  isOnItsWay: boolean
  mayTakeOff: boolean
}) {
  const client = useQueryClient()
  const { actions, dialog } = useActions(tripStop, [stop], () => void client.invalidateQueries())
  const { arrivedAt, releasedAt } = stop
  return (
    <li>
      <div className="trip-stop-head">
        <div>
          <strong>{stop.place}</strong>
          <div className="quiet">
            {arrivedAt === null
              ? 'Not there yet'
              : `Arrived ${momentText(arrivedAt)}${releasedAt === null ? '' : `, released ${momentText(releasedAt)}`}`}
          </div>
        </div>
        {isOnItsWay &&
          actions.map(({ name, action, take }) => (
            <Button key={name} type="primary" onClick={take}>
              {action.label}
              <span className="for-readers"> at {stop.place}</span>
            </Button>
          ))}
      </div>
      <ul>
        {on.map(one => (
          <Lr key={one.id} on={one} mayTakeOff={mayTakeOff} />
        ))}
      </ul>
      {dialog}
    </li>
  )
}

function Lr({ on, mayTakeOff }: { on: OnRow; mayTakeOff: boolean }) {
  const client = useQueryClient()
  const { actions, dialog } = useActions(tripLr, [on], () => void client.invalidateQueries())
  return (
    <li className="trip-lr">
      <span>
        LR <Link to={`/dispatches/lr/${on.lrId}`}>{on.texts?.lrId}</Link>
        {on.packages !== null && `, ${on.packages} packages of it`}
        {on.offAt !== null && (
          <span className="quiet">
            {' '}
            off {momentText(on.offAt)}
            {on.reason && `: ${on.reason}`}
          </span>
        )}
      </span>
      {mayTakeOff &&
        actions.map(({ name, action, take }) => (
          <Button key={name} size="small" onClick={take}>
            {action.label}
            <span className="for-readers"> LR {on.texts?.lrId}</span>
          </Button>
        ))}
      {dialog}
    </li>
  )
}
