import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type {
  CompanyPeople,
  Invitation,
  PersonOfCompany,
  renewInvitation,
  showCompanyPeople,
} from '../../resources/access-control/commands/company-people.ts'
import type { InvitationOfRow } from '../../resources/access-control/commands/logins.ts'
import { companyRolesText } from '../../resources/access-control/company-roles.ts'
import { rupees } from '../../resources/define/show.ts'
import { ask, at, useAsk } from '../derive/command/ask.ts'
import { type PlainColumn, PlainGrid } from '../derive/grid/plain-grid.tsx'
import { momentText } from '../derive/value-text.ts'
import { isRefusal } from '../shell/api.ts'
import { Empty } from '../shell/empty.tsx'
import { Failure } from '../shell/failure.tsx'
import { showFailure, showSuccess } from '../shell/notices/notices.ts'
import { Waiting } from '../shell/waiting.tsx'
import { EndPersonDialog } from './end-person-dialog.tsx'
import { Invitations } from './invitations.tsx'
import { loginStatusText } from './login-status.ts'
import { PersonForm } from './person-form.tsx'

const people = at<typeof showCompanyPeople>('GET company-people')
const renewal = at<typeof renewInvitation>('POST company-invitations')

type Shown = PersonOfCompany & { id: number }

const limits = ({ orderLimit, approvalLimit, shipTos }: PersonOfCompany) =>
  [
    orderLimit !== null && `Orders above ${rupees(orderLimit)} need a yes`,
    approvalLimit !== null && `Approves up to ${rupees(approvalLimit)}`,
    shipTos,
  ].filter(text => text !== false && text !== null)

const statusOf = ({ status, invitedUntil }: PersonOfCompany) =>
  status === 'INVITED' && invitedUntil
    ? invitedUntil < new Date().toISOString()
      ? 'Invitation expired'
      : `Invited, until ${momentText(invitedUntil)}`
    : status === 'DISABLED'
      ? 'Ended'
      : loginStatusText[status]

const columns: readonly PlainColumn<Shown>[] = [
  {
    head: 'Person',
    value: ({ name, email, isMe }) => (
      <>
        <strong>{name}</strong>
        {isMe && ' (you)'}
        <br />
        <span className="quiet">{email}</span>
      </>
    ),
  },
  { head: 'Roles', value: ({ companyRoles }) => companyRolesText(companyRoles) },
  {
    head: 'Limits',
    value: person => (limits(person).length > 0 ? limits(person).map(text => <div key={text}>{text}</div>) : '–'),
  },
  { head: 'Status', value: statusOf },
  { head: 'Last sign-in', value: ({ lastLoginAt }) => (lastLoginAt ? momentText(lastLoginAt) : '–') },
]

type Doing = { with: PersonOfCompany; does: 'change' | 'end' }

/** The list of a company's people, with what its keeper may do for each. */
export function PeopleOfCompany({
  of,
  companyId,
  inviting,
  onInvited,
}: {
  of: CompanyPeople['company']['of'] | null
  companyId: number | null
  inviting: boolean
  onInvited: () => void
}) {
  const queries = useQueryClient()
  const { data, error, refetch } = useAsk(people, { of, companyId })
  const [doing, setDoing] = useState<Doing>()
  const [made, setMade] = useState<readonly InvitationOfRow[]>([])
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />

  function tell(name: string, { email, path, ...invited }: Invitation) {
    if (path) setMade([{ ...invited, id: invited.userId, name, email, path, isNew: true, sharedWith: null }])
    else showSuccess(`An invitation is mailed to ${email}.`)
  }

  async function renew({ userId, name }: PersonOfCompany) {
    try {
      tell(name, await ask(renewal, { userId }))
      await queries.invalidateQueries({ queryKey: ['company-people'] })
    } catch (refusal) {
      if (!isRefusal(refusal)) throw refusal
      showFailure(refusal.message)
    }
  }

  const close = () => {
    setDoing(undefined)
    onInvited()
    void queries.invalidateQueries({ queryKey: ['company-people'] })
  }
  return (
    <>
      {data.people.length === 0 ? (
        <Empty text="No person signs in for this company." />
      ) : (
        <PlainGrid
          label="People"
          rows={data.people.map(person => ({ ...person, id: person.userId }))}
          columns={columns}
          {...(data.mayChange && {
            actions: (person: Shown) =>
              person.status !== 'DISABLED' && (
                <>
                  {person.status === 'INVITED' && (
                    <Button onClick={() => void renew(person)}>
                      Send again<span className="for-readers"> to {person.name}</span>
                    </Button>
                  )}
                  <Button onClick={() => setDoing({ with: person, does: 'change' })}>
                    Change<span className="for-readers"> {person.name}</span>
                  </Button>
                  {!person.isMe && (
                    <Button danger onClick={() => setDoing({ with: person, does: 'end' })}>
                      End<span className="for-readers"> {person.name}</span>
                    </Button>
                  )}
                </>
              ),
          })}
        />
      )}
      {(inviting || doing?.does === 'change') && (
        <PersonForm
          company={data}
          person={doing?.with}
          onClose={close}
          onInvited={(name, invited) => {
            tell(name, invited)
            close()
          }}
        />
      )}
      {doing?.does === 'end' && <EndPersonDialog company={data} person={doing.with} onClose={close} />}
      {made.length > 0 && <Invitations made={made} onClose={() => setMade([])} />}
    </>
  )
}
