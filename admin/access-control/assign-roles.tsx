import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, Select } from 'antd'
import { Link } from 'react-router'
import { accessRequest } from '../../resources/access-control/access-request.ts'
import { assignRoles as resource } from '../../resources/access-control/assign-roles.ts'
import type { PersonAndRoles, showPeople } from '../../resources/access-control/commands/roles.ts'
import type { AnswerOf, SentOf } from '../../resources/define/command.ts'
import { roleCodes } from '../../resources/roles.ts'
import { useMay } from '../account/person.ts'
import { ask, at, keyOf } from '../derive/command/ask.ts'
import { useNarrow } from '../derive/use-narrow.ts'
import { partOf } from '../http/asked.ts'
import type { Refusal } from '../shell/api.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useAddress } from '../shell/use-address.ts'
import { Waiting } from '../shell/waiting.tsx'
import { AccessRequests, useOpenRequests } from './access-requests.tsx'
import { endText, roleText, scopeText } from './people-and-roles.ts'
import { PersonRoles } from './person-roles.tsx'
import { WaitingGrants } from './waiting-grants.tsx'
import './assign-roles.css'

/**
 * Strips the filter operator of an address parameter: `f.scopeType=in.CHANNEL&f.scopeRef=eq.13` gives `CHANNEL` and
 * `13`.
 */
const plain = (text: string | null) => text?.replace(/^(in|eq)\./, '') ?? ''

/**
 * Page on which roles are granted: people on the left, the grants of the chosen person and the ways to change them on
 * the right.
 */
export default function AssignRoles() {
  const [query, setQuery] = useAddress()
  const may = useMay()
  const narrow = useNarrow()
  const [q, role] = [query.get('q') ?? '', query.get('role') ?? '']
  const [scopeType, scopeRef] = [plain(query.get('f.scopeType')), plain(query.get('f.scopeRef'))]
  const skip = Number(query.get('skip')) || 0
  const conflict = query.get('conflict') ?? ''
  const params = { q, role, scopeType, scopeRef, conflict, ...partOf({ skip }) }
  const { data, error, refetch } = usePeople(params)
  const chosenId = Number(query.get('person')) || null
  const one = usePeople({ userId: chosenId }, chosenId !== null)
  const requests = useOpenRequests(may('read', accessRequest.path))
  const request = requests.find(({ id }) => id === Number(query.get('request')))
  // Without a chosen person this query equals the one for all people, and so does its answer.
  const chosen = chosenId === null ? undefined : one.data?.data[0]

  function change(changes: Record<string, string>, keep = true) {
    setQuery(
      now => {
        for (const [name, value] of Object.entries({ ...(keep ? {} : { skip: '' }), ...changes }))
          value ? now.set(name, value) : now.delete(name)
        return now
      },
      { replace: !('person' in changes) },
    )
  }
  const to = (person: number | null) => {
    const next = new URLSearchParams(query)
    next.delete('request')
    person === null ? next.delete('person') : next.set('person', String(person))
    return `/${resource.path}?${next}`
  }

  const people = (
    <section className="panel people" aria-label="People">
      <div className="people-search">
        <Input
          allowClear
          aria-label="Find a person"
          placeholder="Name or login ID"
          defaultValue={q}
          onChange={({ target }) => change({ q: target.value.trim() }, false)}
        />
        <Select
          aria-label="Holding the role"
          value={role}
          popupMatchSelectWidth={false}
          options={[{ value: '', label: 'Any role' }, ...roleCodes.map(value => ({ value, label: roleText(value) }))]}
          onChange={chosen => change({ role: chosen }, false)}
        />
      </div>
      <Checkbox
        className="people-preset"
        checked={conflict === 'true'}
        onChange={({ target }) => change({ conflict: target.checked ? 'true' : '' }, false)}
      >
        Conflict of duties
      </Checkbox>
      {scopeType && (
        <p className="people-preset">
          Held for {scopeText({ scopeType, scopeRef: scopeRef || null })}{' '}
          <Button size="small" onClick={() => change({ 'f.scopeType': '', 'f.scopeRef': '' }, false)}>
            Show everybody
          </Button>
        </p>
      )}
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting />}
      {data && (
        <>
          <p role="status" className="quiet">
            {data.total === 0 ? 'No people found.' : `${data.total} ${data.total === 1 ? 'person' : 'people'}`}
          </p>
          <ul>
            {data.data.map(person => (
              <li key={person.id}>
                <Link to={to(person.id)} aria-current={person.id === chosenId ? 'true' : undefined}>
                  <PersonLine person={person} />
                </Link>
              </li>
            ))}
          </ul>
          {data.total > data.limit && (
            <div className="people-pages">
              <Button disabled={skip === 0} onClick={() => change({ skip: String(Math.max(0, skip - data.limit)) })}>
                Previous
              </Button>
              <Button
                disabled={skip + data.limit >= data.total}
                onClick={() => change({ skip: String(skip + data.limit) })}
              >
                Next
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )

  return (
    <PageFrame
      title={resource.title}
      purpose={resource.purpose}
      actions={
        <>
          <ButtonLink to="/access-control/role-matrix">What each role may do</ButtonLink>
          <ButtonLink to="/access-control/access-explained">View access</ButtonLink>
          {may('import', resource.path) && <ButtonLink to={`/${resource.path}/import`}>Import</ButtonLink>}
        </>
      }
    >
      <AccessRequests requests={requests} />
      <WaitingGrants />
      <div className="assign-roles">
        {!(narrow && chosenId) && people}
        {(chosenId || !narrow) && (
          <div>
            {narrow && <Link to={to(null)}>Back to people</Link>}
            {!chosenId && <p className="quiet panel">Choose a person to view and change their roles.</p>}
            {one.error && <Failure error={one.error} onRetry={() => void one.refetch()} />}
            {chosenId && one.data && !chosen && <p className="panel">Person not found.</p>}
            {chosen && <PersonRoles key={`${chosen.id} ${request?.id}`} person={chosen} request={request} />}
          </div>
        )}
      </div>
    </PageFrame>
  )
}

const people = at<typeof showPeople>('GET people-and-roles')

function usePeople(params: Record<string, unknown>, enabled = true) {
  const request = Object.fromEntries(Object.entries(params).filter(([, value]) => value)) as SentOf<typeof showPeople>
  return useQuery<AnswerOf<typeof showPeople>, Refusal>({
    queryKey: keyOf(people, request),
    enabled,
    placeholderData: old => ('userId' in request ? undefined : old),
    queryFn: () => ask(people, request),
  })
}

function PersonLine({ person }: { person: PersonAndRoles }) {
  const now = person.grants.filter(({ state }) => state === 'NOW')
  return (
    <>
      <span>
        <strong>{person.name}</strong> <span className="quiet">{person.loginId}</span>
        {!person.isActive && ' (closed)'}
        {person.isLocked && ' (locked)'}
      </span>
      <span className="role-chips">
        {now.map(grant => (
          <span key={grant.id} className="role-chip">
            {roleText(grant.role)}
            {grant.scopeType !== 'OWN' && ` · ${scopeText(grant)}`}
            {endText(grant) && ` · ${endText(grant)}`}
          </span>
        ))}
        {now.length === 0 && <span className="quiet">No role today</span>}
        {person.conflicts.length > 0 && <span className="quiet">Conflict of duties</span>}
        {person.grants.some(({ confirmStatus }) => confirmStatus !== 'CONFIRMED') && (
          <span className="quiet">Waits for confirmation</span>
        )}
      </span>
    </>
  )
}
