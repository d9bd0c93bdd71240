import { keepPreviousData } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { trip } from '../../../resources/dispatches/trips/trip.ts'
import { useAsk } from '../../derive/command/ask.ts'
import { useCommand } from '../../derive/command/use-command.ts'
import { ChoiceRow } from '../../derive/form/choice-row.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { Failure } from '../../shell/failure.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import { PageFrame } from '../../shell/page-frame.tsx'
import { pathOf } from '../../shell/screens.ts'
import { useDebounced } from '../../shell/use-debounced.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { HeadFields } from '../bills/head-fields.tsx'
import { Candidates } from './candidates.tsx'
import { type Candidate, loadText, stopsOf, withStopUp } from './stops-of.ts'
import { planTrip, tripCandidates } from './trip-api.ts'
import '../../derive/form/form.css'
import '../booking/booking.css'
import '../dispatches.css'
import './trips.css'

const formId = 'trip'
const names = ['vehicleType', 'plannedAt', 'isOwnVehicle', 'freeHours', 'detentionPerHour', 'detentionCap'] as const

/** Page on which a dispatch desk plans one vehicle for several LRs: what it takes, in which order, and when. */
export default function PlanTrip() {
  const navigate = useNavigate()
  const [plant, setPlant] = useState<number | null>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly Candidate[]>([])
  const [values, setValues] = useState<Record<string, unknown>>({ isOwnVehicle: false })
  const q = useDebounced(text, 200).trim() || null
  const { data, error, refetch } = useAsk(
    tripCandidates,
    { plantId: plant, q },
    { shows: ['lrs', 'trip-lrs'], placeholderData: keepPreviousData },
  )
  const form = useCommand(planTrip, {
    changes: [trip.path, 'trip-candidates'],
    onDone: ({ id }) => {
      showSuccess('The trip is planned.')
      void navigate(pathOf.show(trip, id))
    },
  })
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const { plants, plantId, lrs, isCut } = data
  const stops = stopsOf(chosen)

  function pick(some: readonly Candidate[], on: boolean) {
    const rest = chosen.filter(one => !some.some(({ id }) => id === one.id))
    setChosen(on ? [...rest, ...some] : rest)
  }
  function plan(event: FormEvent) {
    event.preventDefault()
    const given = Object.fromEntries(names.map(name => [name, values[name] ?? null]))
    form.send({
      ...given,
      plantId,
      stops: stops.map(({ shipToId, city, lrs: some }) => ({
        shipToId,
        place: shipToId === null ? city : null,
        lrIds: some.map(({ id }) => id),
      })),
    } as never)
  }

  return (
    <PageFrame
      title="Plan Trip"
      purpose="Choose the LRs that one vehicle takes, put its stops in order, and say when it is needed."
      trail={[{ title: trip.title, path: pathOf.list(trip) }]}
    >
      <div className="trip-plan">
        <section className="panel" aria-labelledby="trip-lrs">
          <h2 id="trip-lrs">LRs without a vehicle</h2>
          {plants.length > 1 && (
            <ChoiceRow
              id="trip-plant"
              label="Plant"
              search
              options={plants.map(one => ({ value: one.id, label: `${one.code} · ${one.name} (${one.waiting})` }))}
              value={plantId}
              onChange={id => {
                setPlant(id)
                setChosen([])
              }}
            />
          )}
          <FieldRow id="trip-find" label="Find">
            {({ status: _, ...control }) => (
              <Input
                {...control}
                allowClear
                placeholder="LR, city or transporter"
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </FieldRow>
          {lrs.length === 0 && <p className="quiet">{q ? 'No LR matches.' : 'Each booked LR has its vehicle.'}</p>}
          <Candidates stops={stopsOf(lrs)} chosen={chosen} onPick={pick} />
          {isCut && <p className="quiet">There are more than are shown: find the others above.</p>}
        </section>
        <form onSubmit={plan} noValidate aria-label="Trip">
          <section className="panel" aria-labelledby="trip-stops">
            <h2 id="trip-stops">Stops in their order</h2>
            {stops.length === 0 && <p className="quiet">Choose LRs: their ship-tos become the stops.</p>}
            {stops.length > 0 && <p role="status">{loadText(chosen)}</p>}
            <ol className="trip-order">
              {stops.map((stop, index) => (
                <li key={`${stop.shipToId} ${stop.city}`}>
                  <div>
                    <strong>{stop.shipTo}</strong>, {stop.city}
                    <div className="quiet">
                      {stop.lrs.map(({ lrNo }) => lrNo).join(', ')} · {loadText(stop.lrs)}
                    </div>
                  </div>
                  {index > 0 && (
                    <Button onClick={() => setChosen(withStopUp(stops, index))}>
                      Move up<span className="for-readers"> {stop.shipTo}</span>
                    </Button>
                  )}
                </li>
              ))}
            </ol>
          </section>
          <HeadFields
            formId={formId}
            title="Vehicle"
            resource={trip}
            names={names}
            values={values}
            faults={form.faults}
            attempt={form.attempt}
            onChange={(name, value) => {
              setValues(old => ({ ...old, [name]: value }))
              form.forget(name)
            }}
          >
            <div className="form-buttons">
              <Button type="primary" htmlType="submit" loading={form.busy} disabled={stops.length === 0}>
                Plan trip
              </Button>
            </div>
          </HeadFields>
        </form>
      </div>
    </PageFrame>
  )
}
