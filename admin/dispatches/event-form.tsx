import { Checkbox, Input } from 'antd'
import { useRef, useState } from 'react'
import { can } from '../../resources/capabilities.ts'
import { timeOf } from '../../resources/define/dates.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { ewayVehicleNote } from '../../resources/dispatches/eway-vehicle.ts'
import { type FailureReason, failureReasons, statusText } from '../../resources/dispatches/lr-status.ts'
import { trackingEvent } from '../../resources/dispatches/tracking-event.ts'
import type { DeliveryStatus } from '../../resources/trade.ts'
import { usePerson } from '../account/person.ts'
import { Dialog } from '../derive/action/dialog.tsx'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import DayInput from '../derive/form/day-input.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { RadioList } from '../derive/form/radio-list.tsx'
import { ReferenceInput } from '../derive/form/reference-input.tsx'
import { RemarkRow } from '../derive/form/remark-row.tsx'
import { isRefusal } from '../shell/api.ts'
import { showSuccess, showWarning } from '../shell/notices/notices.ts'
import { askedFor, atHour, cleanEvent, newEvent } from './lr/event-values.ts'
import { useStatusReader } from './lr/next-events.ts'
import { type EventBody, type LrRow, reportEvent } from './lr-api.ts'
import { useOutbox } from './offline-outbox.ts'
import './dispatches.css'
import '../derive/import/import.css'

const reasons = (Object.keys(failureReasons) as FailureReason[]).map(value => ({ value, label: failureReasons[value] }))

/**
 * Reports an event of a consignment: what happened, when and where. Without a connection it is kept, and sent later by
 * whichever page shows the outbox.
 */
export function EventForm(form: {
  lr: LrRow
  codes: readonly DeliveryStatus[]
  onClose: () => void
  onReported: () => void
}) {
  const { lr, codes } = form
  const reader = useStatusReader()
  const { user } = usePerson()
  const says = useRef<readonly string[]>([])
  const outbox = useOutbox<EventBody>('events', async (body, key) => {
    says.current = (await reportEvent(body, key)).says
  })
  const [event, setEvent] = useState(() => newEvent(lr.id, codes))
  const [hour, setHour] = useState(() => timeOf(event.eventAt!))
  const [faults, setFaults] = useState<Fault[]>([])
  const [busy, setBusy] = useState(false)
  const reopens = lr.deliveryStatus === 'DELIVERED'
  const askedFields = askedFor(event.eventCode)
  const errorOf = (name: string) => faults.find(({ field }) => field === name)?.message
  const others = faults.filter(({ field }) => !(field in event) || field === 'lrId')

  function set(changes: Partial<EventBody>) {
    setEvent(old => ({ ...old, ...changes }))
    setFaults(old => old.filter(({ field }) => !(field in changes)))
  }

  async function send() {
    const missing = faultsOf(event, hour)
    if (missing.length > 0) return setFaults(missing)
    setBusy(true)
    const label = `LR ${lr.lrNo}: ${statusText(event.eventCode!, reader).toLowerCase()}`
    try {
      const outcome = await outbox.submit(label, cleanEvent(event))
      if (outcome === 'sent') (says.current.length > 0 ? showWarning : showSuccess)(`${label}.`, says.current.join(' '))
      else
        showWarning(`${label}: waiting to be sent`, 'No connection. It is kept on this device and sent automatically.')
      form.onReported()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setFaults(error.faults.length > 0 ? error.faults : [{ field: '', code: error.code, message: error.message }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      width={520}
      title={`What happened to LR ${lr.lrNo}?`}
      okText="Save event"
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={form.onClose}
      className="event-form"
    >
      <RadioList
        name="event-eventCode"
        legend="Event"
        options={codes.map(value => [value, statusText(value, reader)] as const)}
        {...(event.eventCode && { value: event.eventCode })}
        onChange={eventCode => set({ eventCode })}
      />
      {errorOf('eventCode') && (
        <p className="field-error" role="alert">
          {errorOf('eventCode')}
        </p>
      )}
      <div className="form-grid">
        {askedFields.reason && (
          <ChoiceRow
            id="event-reason"
            label="Why not delivered"
            required={event.eventCode === 'UNDELIVERED'}
            error={errorOf('reason')}
            options={reasons}
            value={event.reason}
            onChange={reason => set({ reason })}
          />
        )}
        <FieldRow id="event-eventOn" label="Day" required error={errorOf('eventOn')}>
          {control => <DayInput {...control} value={event.eventOn} onChange={eventOn => set(atHour(eventOn, hour))} />}
        </FieldRow>
        <FieldRow
          id="event-eventAt"
          label="Hour"
          error={errorOf('eventAt')}
          hint="Indian time; leave it empty if you only know the day"
        >
          {({ status, ...control }) => (
            <Input
              {...control}
              status={status ?? ''}
              placeholder="HH:MM"
              maxLength={5}
              value={hour}
              onChange={({ target }) => {
                setHour(target.value)
                set(atHour(event.eventOn, target.value))
              }}
            />
          )}
        </FieldRow>
        <TextRow name="location" label="Place" max={80} {...{ event, set, errorOf }} />
        {askedFields.receivedBy && (
          <TextRow name="receivedBy" label="Received by" max={60} {...{ event, set, errorOf }} />
        )}
        {askedFields.vehicle && (
          <OnTheWay {...{ lr, event, set, errorOf }} isDesk={can(user, 'reportAsDispatchDesk')} />
        )}
        <RemarkRow
          id="event-remarks"
          label="Remarks"
          required={reopens}
          error={errorOf('remarks')}
          hint="The customer does not see them"
          value={event.remarks}
          onChange={remarks => set({ remarks })}
        />
        {others.length > 0 && (
          <p className="field-error" role="alert">
            {others.map(({ message }) => message).join(' ')}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const faultsOf = ({ eventCode, eventOn, eventAt, reason }: EventBody, hour: string): Fault[] => [
  ...(eventCode ? [] : [{ field: 'eventCode', code: 'REQUIRED', message: 'Event is required: choose what happened' }]),
  ...(eventOn ? [] : [{ field: 'eventOn', code: 'REQUIRED', message: 'Day is required: enter when it happened' }]),
  ...(eventOn && hour.trim() && !eventAt
    ? [{ field: 'eventAt', code: 'FORMAT', message: 'Hour must be a time such as 15:00, or empty' }]
    : []),
  ...(eventCode === 'UNDELIVERED' && !reason
    ? [{ field: 'reason', code: 'REQUIRED', message: 'Why not delivered is required: choose the reason' }]
    : []),
]

type EventText = 'location' | 'receivedBy' | 'vehicleNo' | 'driverName' | 'driverMobile' | 'lrNo' | 'sealNo'

interface Entering {
  event: EventBody
  set: (changes: Partial<EventBody>) => void
  errorOf: (name: string) => string | undefined
}

/** What may change on the way: the vehicle with its driver, the number, the seal, and at the desk the transporter. */
function OnTheWay({ isDesk, lr, ...row }: Entering & { isDesk: boolean; lr: LrRow }) {
  const { event, set, errorOf } = row
  const vehicleNo = event.vehicleNo ?? (lr.partBDue ? lr.vehicleNo : null)
  const vehicleHint = ewayVehicleNote(event.vehicleNo) ?? 'Only if it changed'
  return (
    <>
      <TextRow name="vehicleNo" label="New vehicle" max={20} hint={vehicleHint} {...row} />
      {event.vehicleNo && (
        <>
          <TextRow name="driverName" label="Driver" max={60} {...row} />
          <TextRow name="driverMobile" label="Mobile of the driver" max={10} {...row} />
        </>
      )}
      {vehicleNo && (
        <div className="field is-wide">
          <Checkbox checked={event.partBUpdated} onChange={({ target }) => set({ partBUpdated: target.checked })}>
            Part B of the e-way bill names {vehicleNo} already
          </Checkbox>
        </div>
      )}
      <TextRow name="lrNo" label="New LR no" max={20} hint="Only if the transporter gave another" {...row} />
      {isDesk && (
        <FieldRow id="event-transporterId" label="New transporter" error={errorOf('transporterId')}>
          {control => (
            <ReferenceInput
              resource={trackingEvent}
              field={trackingEvent.fields.transporterId}
              control={{ ...control, onBlur: () => {} }}
              values={{}}
              value={event.transporterId}
              text={null}
              onChange={transporterId => set({ transporterId })}
            />
          )}
        </FieldRow>
      )}
      <TextRow name="sealNo" label="Seal" max={30} hint="Only if it changed" {...row} />
    </>
  )
}

function TextRow(row: {
  name: EventText
  label: string
  max: number
  hint?: string
  event: EventBody
  set: (changes: Partial<EventBody>) => void
  errorOf: (name: string) => string | undefined
}) {
  const { name, event, set } = row
  return (
    <FieldRow id={`event-${name}`} label={row.label} error={row.errorOf(name)} hint={row.hint}>
      {({ status, ...control }) => (
        <Input
          {...control}
          status={status ?? ''}
          maxLength={row.max}
          value={event[name] ?? ''}
          onChange={({ target }) => set({ [name]: target.value || null })}
        />
      )}
    </FieldRow>
  )
}
