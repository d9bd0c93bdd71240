import { Input, Modal } from 'antd'
import { useState } from 'react'
import { FieldRow } from '../derive/field-row.tsx'
import { api, isRefusal } from '../shell/api.ts'
import type { PersonAndRoles } from './people-and-roles.ts'

/** Why somebody wants to look at the portal as this person; then the portal opens as it is for him. */
export function ViewAsForm({ person, onClose }: { person: PersonAndRoles; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function begin() {
    setBusy(true)
    try {
      await api.post('/view-as', { userId: person.id, reason })
      window.location.assign('/')
    } catch (error) {
      if (!isRefusal(error)) throw error
      setWrong(error.message)
      setBusy(false)
    }
  }

  return (
    <Modal
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
        You see what {person.name} sees for half an hour at most, and can change and export nothing. The history names
        both of you.
      </p>
      <FieldRow id="view-as-reason" label="Reason" required wide error={wrong} hint="It stands in the history">
        {({ status, ...control }) => (
          <Input.TextArea
            {...control}
            autoFocus
            status={status ?? ''}
            rows={2}
            maxLength={255}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value)
              setWrong(undefined)
            }}
          />
        )}
      </FieldRow>
    </Modal>
  )
}
