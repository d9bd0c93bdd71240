import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dayText, quantityText } from '../../resources/define/show.ts'
import { whenText } from '../../resources/dispatches/events/told.ts'
import { lr as lrs } from '../../resources/dispatches/lr.ts'
import { failureReasons, statusLabels } from '../../resources/dispatches/lr-status.ts'
import { contradictionText } from '../../resources/dispatches/pods/pod-rules.ts'
import { trackingEvent } from '../../resources/dispatches/tracking-event.ts'
import { useActions } from '../derive/action/use-actions.tsx'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { deskTasks } from './desk-task-lists.ts'
import type { EventRow } from './lr/use-lr.ts'
import type { LrRow } from './lr-api.ts'
import './dispatches.css'

const DESK_TASKS = ['lrs', 'tracking-events', 'pods']
type Tasks = Awaited<ReturnType<typeof deskTasks>>

/** Page of the dispatch desk: what waits for its word. */
export default function DeskTasks() {
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery<Tasks, Refusal>({ queryKey: DESK_TASKS, queryFn: deskTasks })
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const reload = () => void queries.invalidateQueries({ queryKey: DESK_TASKS })
  return (
    <PageFrame title="Desk Tasks" purpose="Tasks for the dispatch desk.">
      <Tasks title="Confirm returns and losses reported by transporters" empty="No returns or losses reported.">
        {data.awaited.map(event => (
          <Awaited key={event.id} event={event} reload={reload} />
        ))}
      </Tasks>
      <Tasks title="Say whether the POD or the report holds" empty="No POD says something else than was reported.">
        {data.contradicting.map(pod => (
          <li key={pod.id} className="open-lr">
            <div>
              <LrLink id={pod.lrId} text={pod.texts.lrId ?? `LR ${pod.lrId}`} /> {contradictionText(pod)}
            </div>
          </li>
        ))}
      </Tasks>
      <Tasks title="To do on LRs" empty="No LR has an invoice that was cancelled, or a notice that is due.">
        {data.flagged.map(lr => (
          <li key={lr.id} className="open-lr">
            <div>
              <LrLink id={lr.id} text={lr.lrNo} /> {lr.deskTask}
              <Way lr={lr} />
            </div>
          </li>
        ))}
      </Tasks>
      <Tasks title="Update Part B of e-way bills" empty="All e-way bills name the vehicle that the goods are on.">
        {data.partB.map(lr => (
          <PartB key={lr.id} lr={lr} reload={reload} />
        ))}
      </Tasks>
      <Tasks title="Decide on returned, lost or missing goods" empty="No open returns.">
        {data.undecided.map(lr => (
          <li key={lr.id} className="open-lr">
            <div>
              <LrLink id={lr.id} text={lr.lrNo} /> {statusLabels[lr.deliveryStatus]}
              <Way lr={lr} />
            </div>
          </li>
        ))}
      </Tasks>
      <Tasks
        title="Send the rest of partly dispatched invoices"
        empty="No partly dispatched invoice has anything left to send."
      >
        {data.rests.map(rest => (
          <li key={rest.id} className="open-lr">
            <div>
              <Link to={`/dispatches/add-lr-details?plant=${rest.plantId}&find=${encodeURIComponent(rest.invoiceNo)}`}>
                <strong>{rest.invoiceNo}</strong>
              </Link>{' '}
              {rest.packages === 1 ? 'One package is' : `${rest.packages} packages are`} left,{' '}
              {quantityText(rest.weightKg)} kg
              <div className="quiet">
                {rest.plant} to {rest.shipTo} · {rest.soldTo} · invoice of {dayText(rest.invoiceDate)}
              </div>
            </div>
          </li>
        ))}
      </Tasks>
      <Tasks title="Give notice of claim to the transporter" empty="No notice of loss or damage is due.">
        {data.claims.map(lr => (
          <li key={lr.id} className="open-lr">
            <div>
              <LrLink id={lr.id} text={lr.lrNo} /> due by {lr.claimDue && dayText(lr.claimDue)}
              <Way lr={lr} />
            </div>
          </li>
        ))}
      </Tasks>
    </PageFrame>
  )
}

function Tasks({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) {
  return (
    <section className="panel open-list" aria-label={title}>
      <h2>
        {title} {children.length > 0 && <span className="quiet">({children.length})</span>}
      </h2>
      {children.length === 0 ? <p className="quiet">{empty}</p> : <ul>{children}</ul>}
    </section>
  )
}

const LrLink = ({ id, text }: { id: number; text: string }) => (
  <Link to={`/dispatches/lr/${id}`}>
    <strong>{text}</strong>
  </Link>
)

const Way = ({ lr }: { lr: LrRow }) => (
  <div className="quiet">
    {lr.texts.transporterId} · {lr.texts.fromCityId} to {lr.texts.toCityId} · LR of {dayText(lr.lrDate)}
  </div>
)

function PartB({ lr, reload }: { lr: LrRow; reload: () => void }) {
  const { actions, dialog } = useActions(lrs, [lr as never], reload)
  return (
    <li className="open-lr">
      <div>
        <LrLink id={lr.id} text={lr.lrNo} /> On vehicle {lr.vehicleNo}; the e-way bill names{' '}
        {lr.partBVehicleNo ?? 'none'}
        <Way lr={lr} />
      </div>
      <div className="page-actions">
        {actions
          .filter(({ name }) => name === 'updatePartB')
          .map(({ name, action, take }) => (
            <Button key={name} onClick={take}>
              {action.label}
              <span className="for-readers"> of {lr.lrNo}</span>
            </Button>
          ))}
        {dialog}
      </div>
    </li>
  )
}

function Awaited({ event, reload }: { event: EventRow; reload: () => void }) {
  const { actions, dialog } = useActions(trackingEvent, [event as never], reload)
  const lrNo = event.texts.lrId ?? `LR ${event.lrId}`
  return (
    <li className="open-lr">
      <div>
        <LrLink id={event.lrId} text={lrNo} /> {statusLabels[event.eventCode]}
        <div className="quiet">
          {whenText(event)}
          {event.location && `, ${event.location}`}
          {event.reason && ` · ${failureReasons[event.reason]}`}
        </div>
        {event.remarks && <p className="timeline-remark">{event.remarks}</p>}
      </div>
      <div className="page-actions">
        {actions
          .filter(({ name }) => name !== 'void')
          .map(({ name, action, take }) => (
            <Button key={name} onClick={take}>
              {action.label}
              <span className="for-readers"> of {lrNo}</span>
            </Button>
          ))}
        {dialog}
      </div>
    </li>
  )
}
