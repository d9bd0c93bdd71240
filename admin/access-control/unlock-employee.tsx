import { useQueryClient } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import type { LockedLogin, showLockedLogins } from '../../resources/access-control/commands/logins.ts'
import { can } from '../../resources/capabilities.ts'
import type { SentOf } from '../../resources/define/command.ts'
import { usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { type PlainColumn, PlainGrid } from '../derive/grid/plain-grid.tsx'
import { momentText, optionText } from '../derive/value-text.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { UnlockForm } from './unlock-form.tsx'

const lockedLogins = at<typeof showLockedLogins>('GET locked-logins')
type UserType = SentOf<typeof showLockedLogins>['userType']

const columns: readonly PlainColumn<LockedLogin>[] = [
  { head: 'Login ID', value: row => row.loginId },
  { head: 'Name', value: row => row.name },
  { head: 'User type', value: row => optionText(row.userType) },
  { head: 'Wrong passwords', value: row => row.failedCount, right: true },
  { head: 'Locked', value: row => momentText(row.lockedAt) },
  { head: 'Last try from', value: row => row.lastIp },
]

const employees = ['EMPLOYEE', 'PARTNER_SITE']
const partners = ['CUSTOMER', 'TRANSPORTER']

/** Page that lists the logins locked after wrong passwords and unlocks them. */
export default function UnlockEmployee() {
  const queries = useQueryClient()
  const { user } = usePerson()
  const types = can(user, 'seeLockedStaff') ? [...employees, ...partners] : partners
  const [userType, setUserType] = useState(types[0] === 'EMPLOYEE' ? 'EMPLOYEE' : '')
  const [open, setOpen] = useState<LockedLogin | null>(null)
  const { data, error, refetch } = useAsk(
    lockedLogins,
    { userType: (userType as UserType) || null },
    { shows: ['settings/user'] },
  )
  return (
    <PageFrame
      title="Unlock Employee"
      purpose="Five wrong passwords within 15 minutes lock a login for 24 hours, or until it is unlocked here."
      actions={<Button onClick={() => void refetch()}>Refresh</Button>}
    >
      <div className="list-toolbar">
        <Select
          aria-label="Whose logins"
          value={userType}
          popupMatchSelectWidth={false}
          options={[{ value: '', label: 'Everybody' }, ...types.map(value => ({ value, label: optionText(value) }))]}
          onChange={setUserType}
        />
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data?.length === 0 && (
        <Empty kind="done" text={userType ? 'No login of this kind is locked.' : 'No login is locked.'} />
      )}
      {data && data.length > 0 && (
        <PlainGrid
          label="Locked logins"
          rows={data}
          columns={columns}
          actions={row =>
            row.mayUnlock && (
              <Button onClick={() => setOpen(row)}>
                Unlock<span className="for-readers"> {row.name}</span>
              </Button>
            )
          }
        />
      )}
      {open && (
        <UnlockForm
          login={open}
          onClose={() => setOpen(null)}
          onUnlocked={() => {
            setOpen(null)
            void queries.invalidateQueries({ queryKey: ['locked-logins'] })
          }}
        />
      )}
    </PageFrame>
  )
}
