import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { accessRequest } from '../../resources/access-control/access-request.ts'
import { assignRoles as resource } from '../../resources/access-control/assign-roles.ts'
import type { PersonAndRoles, RoleGrant } from '../../resources/access-control/commands/roles.ts'
import { can } from '../../resources/capabilities.ts'
import { dayText } from '../../resources/define/show.ts'
import { useMay, usePerson } from '../account/person.ts'
import ActionDialog from '../derive/action/action-dialog.tsx'
import { type PlainColumn, PlainGrid } from '../derive/grid/plain-grid.tsx'
import { Status } from '../derive/record/status.tsx'
import { optionText } from '../derive/value-text.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { type AccessRequestRow, requestText } from './access-requests.tsx'
import { GrantForm } from './grant-form.tsx'
import { MayDoList } from './may-do.tsx'
import { changeText, grantAsRow, PEOPLE_QUERY_KEY, proposedText, roleText, scopeText } from './people-and-roles.ts'
import { RevokeForm } from './revoke-form.tsx'
import { ViewAsForm } from './view-as-form.tsx'

const stateText: Record<RoleGrant['state'], string> = {
  NOW: 'Active',
  LATER: 'Upcoming',
  ENDED: 'Ended',
  WAITS: 'Waits for confirmation',
}

const stateTones = { NOW: 'calm', LATER: 'wait', ENDED: 'end', WAITS: 'wait' } as const

const statusText = (grant: RoleGrant) =>
  [stateText[grant.state], grant.state === 'WAITS' ? proposedText(grant) : changeText(grant)].filter(Boolean).join(', ')

const columns: readonly PlainColumn<RoleGrant>[] = [
  { head: 'Role', value: grant => roleText(grant.role) },
  { head: 'Scope', value: scopeText },
  { head: 'From', value: ({ validFrom }) => dayText(validFrom) },
  { head: 'To', value: ({ validTo }) => dayText(validTo) },
  { head: 'Status', value: grant => <Status tone={stateTones[grant.state]} word={statusText(grant)} /> },
]

type Open =
  | { what: 'give' | 'answer' | 'decline' | 'viewAs' }
  | { what: 'narrow' | 'end' | 'revoke' | 'confirm' | 'withdraw'; grant: RoleGrant }

/**
 * The grants of one person, with the actions on them (give, narrow, end, remove) and the way to view the portal as
 * them.
 */
export function PersonRoles({ person, request }: { person: PersonAndRoles; request: AccessRequestRow | undefined }) {
  const may = useMay()
  const { user } = usePerson()
  const queries = useQueryClient()
  const mayAnswer = may('approve', accessRequest.path)
  const [open, setOpen] = useState<Open | null>(request && mayAnswer ? { what: 'answer' } : null)
  const close = () => setOpen(null)
  const refresh = () => queries.invalidateQueries({ queryKey: [PEOPLE_QUERY_KEY] })
  const held = { roles: person.grants.filter(({ state }) => state === 'NOW').map(({ role }) => role) }
  const mayView = can(user, 'viewAsOthers') && !can(held, 'viewAsOthers') && person.isActive && !person.isLocked

  return (
    <section className="panel" aria-labelledby="person-roles">
      <div className="person-head">
        <div>
          <h2 id="person-roles">{person.name}</h2>
          <p className="quiet">
            {person.loginId}, {optionText(person.userType).toLowerCase()}
            {!person.isActive && ', login closed'}
            {person.isLocked && ', locked'}
          </p>
        </div>
        <div className="page-actions">
          <ButtonLink to={`/access-control/access-explained?user=${person.id}`}>View access</ButtonLink>
          {mayView && <Button onClick={() => setOpen({ what: 'viewAs' })}>View as</Button>}
          {may('create', resource.path) && (
            <Button type={request && mayAnswer ? 'default' : 'primary'} onClick={() => setOpen({ what: 'give' })}>
              Assign a role
            </Button>
          )}
        </div>
      </div>
      {request && (
        <div className="notice-box request-asked">
          <p>{requestText(request)}</p>
          {mayAnswer && (
            <div className="page-actions">
              <Button type="primary" onClick={() => setOpen({ what: 'answer' })}>
                Grant request
              </Button>
              <Button danger onClick={() => setOpen({ what: 'decline' })}>
                Decline
              </Button>
            </div>
          )}
        </div>
      )}
      {person.conflicts.length > 0 && (
        <ul className="notice-box is-warning">
          {person.conflicts.map(sentence => (
            <li key={sentence}>{sentence}.</li>
          ))}
        </ul>
      )}
      {person.grants.length === 0 && <p>No role assigned: this person can open only their own profile.</p>}
      {person.grants.length > 0 && (
        <PlainGrid
          label={`Roles of ${person.name}`}
          rows={person.grants}
          columns={columns}
          actions={grant =>
            may('update', resource.path) &&
            (grant.confirmStatus !== 'CONFIRMED' ? (
              <>
                {grant.proposedById !== user.id && (
                  <Button type="primary" onClick={() => setOpen({ what: 'confirm', grant })}>
                    Confirm
                    <Named grant={grant} />
                  </Button>
                )}
                <Button danger onClick={() => setOpen({ what: 'withdraw', grant })}>
                  Withdraw
                  <Named grant={grant} />
                </Button>
              </>
            ) : (
              grant.state !== 'ENDED' && (
                <>
                  <Button onClick={() => setOpen({ what: 'narrow', grant })}>
                    Restrict
                    <Named grant={grant} />
                  </Button>
                  <Button onClick={() => setOpen({ what: 'end', grant })}>
                    Set end date
                    <Named grant={grant} />
                  </Button>
                  <Button danger onClick={() => setOpen({ what: 'revoke', grant })}>
                    Revoke
                    <Named grant={grant} />
                  </Button>
                </>
              )
            ))
          }
        />
      )}
      {person.grants.length > 0 && <MayDoList person={person} />}
      {(open?.what === 'give' || open?.what === 'answer' || open?.what === 'narrow') && (
        <GrantForm
          person={person}
          grant={open.what === 'narrow' ? open.grant : undefined}
          request={open.what === 'answer' ? request : undefined}
          onClose={close}
          onSaved={() => {
            close()
            void refresh()
          }}
        />
      )}
      {open?.what === 'revoke' && (
        <RevokeForm
          person={person}
          grant={open.grant}
          onClose={close}
          onDone={() => {
            close()
            void refresh()
          }}
        />
      )}
      {(open?.what === 'end' || open?.what === 'confirm' || open?.what === 'withdraw') && (
        <ActionDialog
          resource={resource}
          name={open.what === 'end' ? 'endDate' : open.what}
          rows={[grantAsRow(open.grant, person)]}
          onClose={close}
          onTaken={() => void refresh()}
        />
      )}
      {open?.what === 'decline' && request && (
        <ActionDialog
          resource={accessRequest}
          name="decline"
          rows={[request]}
          onClose={close}
          onTaken={() => void refresh()}
        />
      )}
      {open?.what === 'viewAs' && <ViewAsForm person={person} onClose={close} />}
    </section>
  )
}

const Named = ({ grant }: { grant: RoleGrant }) => (
  <span className="for-readers">
    {' '}
    {roleText(grant.role)} {scopeText(grant)}
  </span>
)
