import { Button } from 'antd'
import { writesCreditNotesOnly } from '../../resources/access.ts'
import type { showLogin } from '../../resources/access-control/commands/logins.ts'
import { can } from '../../resources/capabilities.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { useMay, usePerson } from '../account/person.ts'
import { at, useAsk } from '../derive/command/ask.ts'
import { type ApiRow, momentText } from '../derive/value-text.ts'
import { loginStatusText } from './login-status.ts'
import { useLoginSteps } from './use-login-steps.tsx'

const login = at<typeof showLogin>('GET logins')

/** The portal login of the person, customer, transporter or site behind a row, and the actions on it. */
export default function LoginPanel({ resource, row }: { resource: Resource; row: ApiRow }) {
  const may = useMay()
  const { user } = usePerson()
  const { take, dialog } = useLoginSteps(resource.path)
  const { data } = useAsk(login, { of: resource.path, id: row.id })
  if (!data) return null
  const rows = [{ id: row.id, name: String(row.name) }]
  const open = data.status === 'INVITED' || data.status === 'ACTIVE'
  const mayLink = data.status === 'INVITED' || can(user, 'renewUsedLogins')
  return (
    <section className="panel" aria-labelledby="portal-login">
      <h2 id="portal-login">Portal login</h2>
      <div className="login-panel">
        <span>
          {loginStatusText[data.status]}
          {data.loginId && `, login ID ${data.loginId}`}
          {data.isLocked && ', locked'}
          {data.lastLoginAt && `, last used ${momentText(data.lastLoginAt)}`}
        </span>
        {may('update', resource.path) && !(resource.name === 'customer' && writesCreditNotesOnly(user.roles)) && (
          <>
            {!open && row.isActive !== false && (
              <Button onClick={() => take('create', rows)}>{data.loginId ? 'Reopen login' : 'Create login'}</Button>
            )}
            {open && mayLink && <Button onClick={() => take('renew', rows)}>New link</Button>}
            {open && (
              <Button danger onClick={() => take('close', rows)}>
                Close login
              </Button>
            )}
          </>
        )}
      </div>
      {dialog}
    </section>
  )
}
