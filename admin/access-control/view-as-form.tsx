import { useState } from 'react'
import type { PersonAndRoles, viewAs } from '../../resources/access-control/commands/roles.ts'
import { Dialog } from '../derive/action/dialog.tsx'
import { ask, at } from '../derive/command/ask.ts'
import { RemarkRow } from '../derive/form/remark-row.tsx'
import { isRefusal } from '../shell/api.ts'

const view = at<typeof viewAs>('POST view-as')

/** Asks why somebody wants to view the portal as this person, then opens the portal as that person sees it. */
export function ViewAsForm({ person, onClose }: { person: PersonAndRoles; onClose: () => void }) {
  const [reason, setReason] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function begin() {
    setBusy(true)
    try {
      await ask(view, { userId: person.id, reason: reason ?? '' })
      window.location.assign('/')
    } catch (error) {
      if (!isRefusal(error)) throw error
      setWrong(error.message)
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      width={520}
      title={`View the portal as ${person.name}?`}
      okText="View"
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void begin()}
      onCancel={onClose}
    >
      <p>
        You see what {person.name} sees, for up to 30 minutes. You cannot change or export anything. The history names
        both of you.
      </p>
      <RemarkRow
        id="view-as-reason"
        label="Reason"
        required
        wide
        autoFocus
        error={wrong}
        hint="Shown in the history"
        value={reason}
        onChange={said => {
          setReason(said)
          setWrong(undefined)
        }}
      />
    </Dialog>
  )
}
