import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { can } from '../../../resources/capabilities.ts'
import { newestEvent } from '../../../resources/dispatches/lr-events.ts'
import { failureReasons, statusText } from '../../../resources/dispatches/lr-status.ts'
import { trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { usePerson } from '../../account/person.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
import { momentText } from '../../derive/value-text.ts'
import { EventForm } from '../event-form.tsx'
import { type EventBody, reportEvent } from '../lr-api.ts'
import { useOutbox } from '../offline-outbox.ts'
import { WaitingBox } from '../waiting-box.tsx'
import { LrPanel } from './lr-panel.tsx'
import { nextEvents, useStatusReader } from './next-events.ts'
import type { EventRow } from './use-lr.ts'
import '../../orders/show/order-detail.css'
import type { LrPartProps } from './lr-part.ts'

/** What happened to the consignment, the newest first, and the button that adds to it. */
export default function LrEvents({ wholeLr: { lr, events }, reload }: LrPartProps) {
  const { user } = usePerson()
  const [query, setQuery] = useSearchParams()
  const outbox = useOutbox<EventBody>('events', reportEvent, reload)
  const codes = can(user, 'reportTrackingEvents') ? nextEvents(lr, user.roles) : []
  // The address of work that asks for an event opens its form at once.
  const isOpen = query.has('event') && codes.length > 0
  const setOpen = (open: boolean) =>
    setQuery(
      now => {
        const next = new URLSearchParams(now)
        if (open) next.set('event', 'new')
        else next.delete('event')
        return next
      },
      { replace: true },
    )
  const newest = newestEvent(events)?.id
  return (
    <LrPanel
      id="events"
      title="On its way"
      actions={
        codes.length > 0 && (
          <Button type="primary" size="large" onClick={() => setOpen(true)}>
            Add event
          </Button>
        )
      }
    >
      <WaitingBox
        waiting={outbox.waiting}
        onRetry={() => void outbox.retry()}
        onDiscard={key => void outbox.discard(key)}
      />
      <ol className="timeline">
        {events.map(event => (
          <EventLine key={event.id} event={event} isNewest={event.id === newest} reload={reload} />
        ))}
      </ol>
      {isOpen && (
        <EventForm
          lr={lr}
          codes={codes}
          onClose={() => setOpen(false)}
          onReported={() => {
            setOpen(false)
            void outbox.retry()
            reload()
          }}
        />
      )}
    </LrPanel>
  )
}

function EventLine({ event, isNewest, reload }: { event: EventRow; isNewest: boolean; reload: () => void }) {
  const reader = useStatusReader()
  const { actions, dialog } = useActions(trackingEvent, [event as never], reload)
  const offered = actions.filter(({ name }) => name !== 'void' || (isNewest && event.confirmation !== 'AWAITED'))
  return (
    <li className={event.voidedAt ? 'is-void' : undefined}>
      <p className="timeline-head">
        <strong>{statusText(event.eventCode, reader)}</strong>
        {event.location && <span>{event.location}</span>}
        <time dateTime={event.eventAt} className="quiet">
          {momentText(event.eventAt)}
        </time>
      </p>
      {notesOn(event).map(note => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
      {event.remarks && <p className="timeline-remark">{event.remarks}</p>}
      {offered.map(({ name, action, take }) => (
        <Button key={name} size="small" danger={action.danger} onClick={take}>
          {action.label}
          <span className="for-readers"> “{statusText(event.eventCode, reader)}”</span>
        </Button>
      ))}
      {dialog}
    </li>
  )
}

function notesOn(event: EventRow): string[] {
  const { confirmation, moves, voidedAt, voidReason, reason, vehicleNo } = event
  const notes = [
    reason && failureReasons[reason],
    vehicleNo && `On vehicle ${vehicleNo}`,
    voidedAt && ['Void', voidReason].filter(Boolean).join(': '),
    !voidedAt && confirmation === 'AWAITED' && 'Reported by the transporter: waits for the dispatch desk',
    !voidedAt && confirmation === 'DECLINED' && 'Not confirmed by the dispatch desk',
    !voidedAt && confirmation === 'NOT_NEEDED' && !moves && 'Reported late: status not changed',
  ]
  return notes.filter(note => typeof note === 'string' && note !== '') as string[]
}
