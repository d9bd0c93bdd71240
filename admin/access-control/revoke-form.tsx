import { useState } from 'react'
import { assignRoles as resource } from '../../resources/access-control/assign-roles.ts'
import type { PersonAndRoles, RoleGrant } from '../../resources/access-control/commands/roles.ts'
import { confirmingRoles } from '../../resources/confirming-roles.ts'
import { Dialog } from '../derive/action/dialog.tsx'
import { RemarkRow } from '../derive/form/remark-row.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import { api, isRefusal } from '../shell/api.ts'
import { showSuccess } from '../shell/notices/notices.ts'
import { roleText, waitText } from './people-and-roles.ts'

const SECOND_CONFIRMS =
  'Takes effect once a second IT administrator confirms it. In an urgent case close the login, which takes effect at once.'

/** Asks why a role is revoked from a person, and revokes it. */
export function RevokeForm({
  person,
  grant,
  onClose,
  onDone,
}: {
  person: PersonAndRoles
  grant: RoleGrant
  onClose: () => void
  onDone: () => void
}) {
  const [why, setWhy] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function revoke() {
    setBusy(true)
    try {
      const params = why?.trim() ? { why: why.trim() } : {}
      const { data } = await api.delete<ApiRow>(`/${resource.path}/${grant.id}`, { params })
      const done =
        data.confirmStatus === 'CHANGE_PENDING'
          ? 'The role is to be revoked.'
          : `${person.name} no longer holds ${roleText(grant.role)}.`
      showSuccess(`${done}${waitText(data)}`)
      onDone()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setWrong(error.message)
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      width={416}
      title={`Revoke ${roleText(grant.role)} from ${person.name}?`}
      okText="Revoke"
      okButtonProps={{ danger: true }}
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void revoke()}
      onCancel={onClose}
    >
      <p>
        {confirmingRoles.includes(grant.role)
          ? SECOND_CONFIRMS
          : 'Takes effect immediately. The history keeps the assignment.'}
      </p>
      <RemarkRow
        id="revoke-why"
        label="Why"
        hint="Kept in the history"
        wide
        autoFocus
        error={wrong}
        value={why}
        onChange={said => {
          setWhy(said)
          setWrong(undefined)
        }}
      />
    </Dialog>
  )
}
