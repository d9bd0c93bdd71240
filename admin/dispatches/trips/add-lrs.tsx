import { Button } from 'antd'
import { useState } from 'react'
import { type Trip, trip } from '../../../resources/dispatches/trips/trip.ts'
import { tripLr } from '../../../resources/dispatches/trips/trip-lr.ts'
import { tripStop } from '../../../resources/dispatches/trips/trip-stop.ts'
import { useAsk } from '../../derive/command/ask.ts'
import { useCommand } from '../../derive/command/use-command.ts'
import { FaultSummary } from '../../derive/form/fault-summary.tsx'
import { Failure } from '../../shell/failure.tsx'
import { Waiting } from '../../shell/waiting.tsx'
import { Candidates } from './candidates.tsx'
import { type Candidate, loadText, stopsOf } from './stops-of.ts'
import { addToTrip, tripCandidates } from './trip-api.ts'
import '../booking/booking.css'

const formId = 'trip-add'

/** Adds LRs to a trip that is not loaded yet. */
export function AddLrs({ trip: of, onDone }: { trip: Trip; onDone: () => void }) {
  const [chosen, setChosen] = useState<readonly Candidate[]>([])
  const { data, error, refetch } = useAsk(tripCandidates, { plantId: of.plantId, q: null }, { shows: ['lrs'] })
  const form = useCommand(addToTrip, {
    onDone,
    changes: [trip.path, tripStop.path, tripLr.path, 'trip-events', 'trip-candidates'],
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const pick = (some: readonly Candidate[], on: boolean) => {
    const rest = chosen.filter(one => !some.some(({ id }) => id === one.id))
    setChosen(on ? [...rest, ...some] : rest)
  }
  return (
    <div className="trip-ask">
      <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
      {data.lrs.length === 0 && <p className="quiet">No LR of this plant waits for a vehicle.</p>}
      <Candidates stops={stopsOf(data.lrs)} chosen={chosen} onPick={pick} />
      <div className="form-buttons">
        <Button
          type="primary"
          loading={form.busy}
          disabled={chosen.length === 0}
          onClick={() => form.send({ tripId: of.id, lrIds: chosen.map(({ id }) => id) })}
        >
          Add {chosen.length > 0 ? loadText(chosen) : 'LRs'}
        </Button>
        <Button onClick={onDone}>Back</Button>
      </div>
    </div>
  )
}
