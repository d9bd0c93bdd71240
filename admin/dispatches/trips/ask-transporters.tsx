import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { percentText } from '../../../resources/define/show.ts'
import type { ComparedTransporter } from '../../../resources/dispatches/commands/trips.ts'
import { type Trip, trip } from '../../../resources/dispatches/trips/trip.ts'
import { tripOffer } from '../../../resources/dispatches/trips/trip-offer.ts'
import { useAsk } from '../../derive/command/ask.ts'
import { useCommand } from '../../derive/command/use-command.ts'
import { FaultSummary } from '../../derive/form/fault-summary.tsx'
import { FormRow } from '../../derive/form/form-row.tsx'
import { Failure } from '../../shell/failure.tsx'
import { showSuccess } from '../../shell/notices/notices.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { askTransporters, tripTransporters } from './trip-api.ts'
import '../../derive/form/form.css'

const formId = 'trip-ask'
const percentOr = (value: number | null) => (value === null ? '–' : percentText(value))
const nothing = () => {}

/** Chooses transporters by how they did in the last 90 days, and asks them for the vehicle of a trip. */
export function AskTransporters({ trip: of, onDone }: { trip: Trip; onDone: () => void }) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [replyBy, setReplyBy] = useState<unknown>(null)
  const { data, error, refetch } = useAsk(tripTransporters, { tripId: of.id }, { shows: [tripOffer.path] })
  const form = useCommand(askTransporters, {
    changes: [trip.path, tripOffer.path, 'trip-transporters', 'trip-events'],
    onDone: ({ asked }) => {
      showSuccess(asked === 1 ? 'One transporter is asked.' : `${asked} transporters are asked.`)
      onDone()
    },
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  return (
    <div className="trip-ask">
      <FaultSummary faults={form.faults} attempt={form.attempt} formId={formId} />
      <div className="table-scroll">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">Transporter</th>
              <th scope="col" className="number">
                On time
              </th>
              <th scope="col" className="number">
                LRs due
              </th>
              <th scope="col" className="number">
                Damaged
              </th>
              <th scope="col" className="number">
                Days to POD
              </th>
              <th scope="col" className="number">
                Billed as agreed
              </th>
            </tr>
          </thead>
          <tbody>
            {data.transporters.map(one => (
              <Compared
                key={one.id}
                one={one}
                isChosen={chosen.includes(one.id)}
                onPick={on => setChosen(old => (on ? [...old, one.id] : old.filter(id => id !== one.id)))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="form-grid">
        <FormRow
          id={`${formId}-replyBy`}
          resource={tripOffer}
          of={{ name: 'replyBy', field: tripOffer.fields.replyBy, editable: true, required: true }}
          value={replyBy}
          text={null}
          error={form.errorOf('replyBy')}
          onChange={(_, value) => {
            setReplyBy(value)
            form.forget('replyBy')
          }}
          onBlur={nothing}
        />
      </div>
      <div className="form-buttons">
        <Button
          type="primary"
          loading={form.busy}
          disabled={chosen.length === 0}
          onClick={() => form.send({ tripId: of.id, transporterIds: [...chosen], replyBy: replyBy as string })}
        >
          {chosen.length === 0 ? 'Ask' : `Ask ${chosen.length}`}
        </Button>
        <Button onClick={onDone}>Back</Button>
      </div>
    </div>
  )
}

function Compared({
  one,
  isChosen,
  onPick,
}: {
  one: ComparedTransporter
  isChosen: boolean
  onPick: (on: boolean) => void
}) {
  return (
    <tr>
      <th scope="row">
        <Checkbox checked={isChosen} disabled={one.isAsked} onChange={({ target }) => onPick(target.checked)}>
          {one.code} · {one.name}
          {one.isAsked && <span className="quiet"> is asked</span>}
        </Checkbox>
      </th>
      <td className="number">{percentOr(one.onTimePct)}</td>
      <td className="number">{one.due}</td>
      <td className="number">{one.damaged}</td>
      <td className="number">{one.podDays === null ? '–' : (one.podDays / 10).toFixed(1)}</td>
      <td className="number">{percentOr(one.billedRight)}</td>
    </tr>
  )
}
