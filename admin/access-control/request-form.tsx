import { useState } from 'react'
import type { RequestedAccess, requestAccess } from '../../resources/access-control/commands/roles.ts'
import { addDays, dayOf } from '../../resources/define/dates.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { Dialog } from '../derive/action/dialog.tsx'
import { Refusals } from '../derive/action/refusals.tsx'
import { ask, at } from '../derive/command/ask.ts'
import DayInput from '../derive/form/day-input.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { RemarkRow } from '../derive/form/remark-row.tsx'
import { isRefusal } from '../shell/api.ts'

const SHOWN = ['reason', 'until']
const USUAL_DAYS = 30

const request = at<typeof requestAccess>('POST request-access')

/** Asks the people who grant roles for the refused right, with a reason and an end date. */
export default function RequestForm({
  wanted,
  onClose,
  onSent,
}: {
  wanted: { screen: string; action: string; title: string }
  onClose: () => void
  onSent: () => void
}) {
  const [reason, setReason] = useState<string | null>(null)
  const [until, setUntil] = useState<string | null>(addDays(dayOf(new Date().toISOString()), USUAL_DAYS))
  const [faults, setFaults] = useState<Fault[]>([])
  const [busy, setBusy] = useState(false)
  const { screen, action, title } = wanted
  const wrong = (field: string) => faults.find(fault => fault.field === field)?.message

  async function send() {
    setBusy(true)
    try {
      await ask(request, { screen, action: action as RequestedAccess['action'], reason: reason ?? '', until })
      onSent()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setFaults(error.faults.length > 0 ? error.faults : [{ field: '', code: error.code, message: error.message }])
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      width={520}
      title={`Ask for the right to ${action} “${title}”`}
      okText="Send"
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="form-grid">
        <RemarkRow
          id="request-reason"
          label="Reason"
          required
          wide
          autoFocus
          error={wrong('reason')}
          hint="What you need it for"
          value={reason}
          onChange={setReason}
        />
        <FieldRow
          id="request-until"
          label="Needed until"
          error={wrong('until')}
          hint="Leave empty for permanent access"
        >
          {control => <DayInput {...control} value={until} onChange={setUntil} />}
        </FieldRow>
      </div>
      <Refusals sentences={faults.filter(({ field }) => !SHOWN.includes(field)).map(({ message }) => message)} />
    </Dialog>
  )
}
