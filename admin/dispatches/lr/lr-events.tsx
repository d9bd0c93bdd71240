import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { can } from '../../../resources/capabilities.ts'
import type { SayingEvent } from '../../../resources/dispatches/events/facts.ts'
import { newestEvent } from '../../../resources/dispatches/events/journey.ts'
import { inOrder } from '../../../resources/dispatches/events/order.ts'
import { staysText, whenText } from '../../../resources/dispatches/events/told.ts'
import { failureReasons, type StatusReader, statusText } from '../../../resources/dispatches/lr-status.ts'
import { trackingEvent } from '../../../resources/dispatches/tracking-event.ts'
import { usePerson } from '../../account/person.ts'
import { useActions } from '../../derive/action/use-actions.tsx'
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
        {inOrder(events)
          .toReversed()
          .map(event => (
            <EventLine key={event.id} event={event} all={events} isNewest={event.id === newest} reload={reload} />
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

function EventLine(line: { event: EventRow; all: readonly EventRow[]; isNewest: boolean; reload: () => void }) {
  const { event, all, isNewest, reload } = line
  const reader = useStatusReader()
  const { actions, dialog } = useActions(trackingEvent, [event as never], reload)
  const offered = actions.filter(({ name }) => name !== 'void' || (isNewest && event.confirmation !== 'AWAITED'))
  return (
    <li className={event.voidedAt ? 'is-void' : undefined}>
      <p className="timeline-head">
        <strong>{statusText(event.eventCode, reader)}</strong>
        {event.location && <span>{event.location}</span>}
        <time dateTime={event.eventAt ?? event.eventOn} className="quiet">
          {whenText(event)}
        </time>
      </p>
      {notesOn(event, all, reader).map(note => (
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

function notesOn(event: EventRow, all: readonly EventRow[], reader: StatusReader): string[] {
  const { confirmation, moves, voidedAt, voidReason, reason } = event
  const isOlder = !voidedAt && confirmation === 'NOT_NEEDED' && !moves
  const notes = [
    reason && failureReasons[reason],
    ...factsOn(event),
    voidedAt && ['Void', voidReason].filter(Boolean).join(': '),
    !voidedAt && confirmation === 'AWAITED' && 'Reported by the transporter: waits for the dispatch desk',
    !voidedAt && confirmation === 'DECLINED' && 'Not confirmed by the dispatch desk',
    isOlder && `Recorded. ${staysText(event, all as readonly SayingEvent[], reader)}`,
  ]
  return notes.filter(note => typeof note === 'string' && note !== '') as string[]
}

/** What an event says of the LR, as far as the reader gets it. */
function factsOn(event: EventRow) {
  const { eventCode, vehicleNo, driverName, driverMobile, lrNo, sealNo, temperature, receivedBy, texts } = event
  if (eventCode === 'BOOKED') return [vehicleNo && `On vehicle ${vehicleNo}`]
  const driver = [driverName, driverMobile].filter(Boolean).join(', ')
  return [
    vehicleNo && `On vehicle ${vehicleNo}`,
    driver && `Driver ${driver}`,
    texts.transporterId && `With transporter ${texts.transporterId}`,
    lrNo && `New LR no ${lrNo}`,
    sealNo && `Seal ${sealNo}`,
    temperature != null && `${(temperature / 10).toFixed(1)} °C`,
    receivedBy && `Received by ${receivedBy}`,
  ]
}
