import { Button } from 'antd'
import type { endMySessions, MyDetails, showMyDetails } from '../../resources/access-control/commands/my-details.ts'
import { companyRolesText } from '../../resources/access-control/company-roles.ts'
import { can } from '../../resources/capabilities.ts'
import { dayText } from '../../resources/define/show.ts'
import type { changePassword } from '../../resources/platform/commands/account.ts'
import { outdatedPassword } from '../../resources/platform/password-policy.ts'
import { usePerson } from '../account/person.ts'
import { forgetSession } from '../account/session.ts'
import { ask, at, useAsk } from '../derive/command/ask.ts'
import { NewPassword } from '../derive/form/new-password.tsx'
import { type PlainColumn, PlainGrid } from '../derive/grid/plain-grid.tsx'
import { momentText, optionText } from '../derive/value-text.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { FactList } from '../shell/fact-list.tsx'
import { Failure } from '../shell/failure.tsx'
import { showSuccess } from '../shell/notices/notices.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import '../derive/show/show.css'
import { NewEmail } from './new-email.tsx'
import './contact-details.css'

const myDetails = at<typeof showMyDetails>('GET my-details')
const myPassword = at<typeof changePassword>('POST my-password')
const endOthersOf = at<typeof endMySessions>('DELETE my-sessions/{id}')

const roleColumns: readonly PlainColumn<MyDetails['roles'][number]>[] = [
  { head: 'Role', value: row => row.name },
  {
    head: 'Valid for',
    value: row => (row.scopeRef ? `${optionText(row.scopeType)} ${row.scopeRef}` : optionText(row.scopeType)),
  },
  { head: 'Valid to', value: row => dayText(row.validTo) || 'no end' },
]

const signInColumns: readonly PlainColumn<MyDetails['signIns'][number]>[] = [
  { head: 'When', value: row => momentText(row.loginAt) },
  { head: 'Result', value: row => (row.result === 'OK' ? 'Signed in' : optionText(row.result)) },
  { head: 'From', value: row => row.ip },
  { head: 'Signed out', value: row => (row.logoutAt ? momentText(row.logoutAt) : row.result === 'OK' ? 'Open' : '') },
]

/** The signed-in person's own profile: contact data, password, roles, sign-ins, and all of it as a download. */
export default function ContactDetails() {
  const { user: me, passwordFault } = usePerson()
  const { data, error, refetch } = useAsk(myDetails, {})
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const { user } = data
  const open = data.signIns.filter(({ result, logoutAt }) => result === 'OK' && logoutAt === null).length

  async function endOthers() {
    const { ended } = await ask(endOthersOf, { id: 'others' })
    showSuccess(
      ended === 1 ? 'You are signed out on one other device.' : `You are signed out on ${ended} other devices.`,
    )
    await refetch()
  }

  async function savePassword(passwords: { password: string; newPassword: string }) {
    await ask(myPassword, passwords)
    showSuccess('Your password is changed.', 'You are signed out on all other devices.')
    // A session that must change its password may open nothing else of the portal.
    if (me.mustChangePassword) {
      forgetSession()
      window.location.assign('/')
    } else await refetch()
  }

  return (
    <PageFrame
      title="Edit My Contact Details"
      purpose="Your profile."
      actions={
        <>
          {can(me, 'keepOwnCompany') && (
            <ButtonLink to="/access-control/company-people">People of our company</ButtonLink>
          )}
          <Button onClick={() => download(data)}>Download my data</Button>
        </>
      }
    >
      {me.mustChangePassword && (
        <div className="notice-box is-warning contact-must" role="status">
          <p>{passwordFault ? outdatedPassword[passwordFault] : 'Choose a new password to continue.'}</p>
        </div>
      )}
      <div className="contact-panels">
        <section className="panel" aria-labelledby="contact-data">
          <h2 id="contact-data">Contact</h2>
          <FactList
            className="facts"
            facts={[
              ['Login ID', user.loginId],
              ['Name', user.name],
              ['E-mail', user.email],
              ['Mobile', user.mobile ?? 'none'],
              ['In my company', me.company && companyRolesText(me.company.roles)],
              ['Last sign-in', user.lastLoginAt && momentText(user.lastLoginAt)],
              ['Password changed', user.passwordChangedAt && momentText(user.passwordChangedAt)],
            ]}
          />
          <NewEmail onChanged={refetch} />
          <p className="quiet">SMS codes are not connected: ask the IT administrator to change the mobile number.</p>
        </section>
        <section className="panel" aria-labelledby="contact-password">
          <h2 id="contact-password">Password</h2>
          <NewPassword loginId={user.loginId} askPresent onSend={savePassword} />
        </section>
      </div>
      <h2 className="contact-head">My roles</h2>
      {data.roles.length === 0 ? (
        <p className="quiet">You have no role today: ask the IT administrator to assign one.</p>
      ) : (
        <PlainGrid label="My roles" rows={data.roles} columns={roleColumns} />
      )}
      <div className="page-head contact-head">
        <h2>My last sign-ins</h2>
        {open > 1 && <Button onClick={() => void endOthers()}>Sign out elsewhere ({open - 1})</Button>}
      </div>
      <PlainGrid label="My last sign-ins" rows={data.signIns} columns={signInColumns} />
    </PageFrame>
  )
}

function download(details: MyDetails) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(details, null, 2)], { type: 'application/json' }))
  link.download = `my-data-${details.user.loginId}.json`
  link.click()
  URL.revokeObjectURL(link.href)
}
