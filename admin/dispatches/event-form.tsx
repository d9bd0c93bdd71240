import { Input, Modal } from 'antd'
import { useState } from 'react'
import type { Fault } from '../../resources/define/validate.ts'
import { statusLabels } from '../../resources/dispatches/lr-status.ts'
import type { DeliveryStatus } from '../../resources/trade.ts'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import { MomentInput } from '../derive/form/day-input.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { RemarkRow } from '../derive/form/remark-row.tsx'
import { isRefusal } from '../shell/api.ts'
import { showSuccess } from '../shell/notices.ts'
import { type EventBody, type LrRow, reportEvent } from './lr-api.ts'

/** Reports an event of a consignment: what happened, when and where. */
export function EventForm(form: {
  lr: LrRow
  codes: readonly DeliveryStatus[]
  onClose: () => void
  onReported: () => void
}) {
  const { lr, codes } = form
  const [event, setEvent] = useState<EventBody>({
    lrId: lr.id,
    eventCode: codes.length === 1 ? codes[0]! : null,
    eventAt: `${new Date().toISOString().slice(0, 16)}:00.000Z`,
    location: null,
    remarks: null,
  })
  const [faults, setFaults] = useState<Fault[]>([])
  const [busy, setBusy] = useState(false)
  const reopens = lr.deliveryStatus === 'DELIVERED'
  const errorOf = (name: string) => faults.find(({ field }) => field === name)?.message
  const others = faults.filter(({ field }) => !(field in event) || field === 'lrId')

  function set(changes: Partial<EventBody>) {
    setEvent(old => ({ ...old, ...changes }))
    setFaults(old => old.filter(({ field }) => !(field in changes)))
  }

  async function send() {
    setBusy(true)
    try {
      await reportEvent(event)
      showSuccess(`LR ${lr.lrNo}: ${statusLabels[event.eventCode!].toLowerCase()}.`)
      form.onReported()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setFaults(error.faults.length > 0 ? error.faults : [{ field: '', code: error.code, message: error.message }])
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      width={520}
      title={`What happened to LR ${lr.lrNo}?`}
      okText="Save event"
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={form.onClose}
    >
      <div className="form-grid">
        <ChoiceRow
          id="event-eventCode"
          label="Event"
          required
          error={errorOf('eventCode')}
          options={codes.map(value => ({ value, label: statusLabels[value] }))}
          value={event.eventCode}
          onChange={eventCode => set({ eventCode })}
        />
        <FieldRow id="event-eventAt" label="When" required error={errorOf('eventAt')} hint="Indian time">
          {control => <MomentInput {...control} value={event.eventAt} onChange={eventAt => set({ eventAt })} />}
        </FieldRow>
        <FieldRow id="event-location" label="Place" error={errorOf('location')}>
          {({ status, ...control }) => (
            <Input
              {...control}
              status={status ?? ''}
              maxLength={80}
              value={event.location ?? ''}
              onChange={({ target }) => set({ location: target.value || null })}
            />
          )}
        </FieldRow>
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
    </Modal>
  )
}
