import { Checkbox } from 'antd'
import { useState } from 'react'
import type { LockedLogin, unlockLogin } from '../../resources/access-control/commands/logins.ts'
import { Dialog } from '../derive/action/dialog.tsx'
import { ask, at } from '../derive/command/ask.ts'
import { RemarkRow } from '../derive/form/remark-row.tsx'
import { isRefusal } from '../shell/api.ts'
import { showSuccess } from '../shell/notices/notices.ts'

const unlocking = at<typeof unlockLogin>('POST locked-logins')

/** Asks why a login is unlocked, and whether its password must be changed. */
export function UnlockForm({
  login,
  onClose,
  onUnlocked,
}: {
  login: LockedLogin
  onClose: () => void
  onUnlocked: () => void
}) {
  const [remark, setRemark] = useState<string | null>(null)
  const [mustChangePassword, setMustChange] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function unlock() {
    setBusy(true)
    try {
      await ask(unlocking, { userId: login.id, remark: remark ?? '', mustChangePassword })
      showSuccess(`${login.name} can sign in again.`)
      onUnlocked()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setWrong(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      width={520}
      title={`Unlock ${login.name}?`}
      okText="Unlock"
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void unlock()}
      onCancel={onClose}
    >
      <div className="form-grid">
        <RemarkRow
          id="unlock-remark"
          label="Remark"
          required
          wide
          autoFocus
          error={wrong}
          hint="Who asked, and how you verified them; shown in the history"
          value={remark}
          onChange={said => {
            setRemark(said)
            setWrong(undefined)
          }}
        />
        <Checkbox checked={mustChangePassword} onChange={({ target }) => setMustChange(target.checked)}>
          Must choose a new password at the next sign-in
        </Checkbox>
      </div>
    </Dialog>
  )
}
