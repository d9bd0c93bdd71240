import { Input } from 'antd'
import { useState } from 'react'
import type { ExplainedAccess } from '../../resources/access-control/commands/roles.ts'
import { dayText, validText } from '../../resources/define/show.ts'
import type { Role } from '../../resources/roles.ts'
import { type PlainColumn, PlainGrid } from '../derive/grid/plain-grid.tsx'
import { proposedText, roleText, scopeText } from './people-and-roles.ts'

const MAX_COUNTED = 10_001
const amount = (count: number) => (count >= MAX_COUNTED ? '10,000+' : count.toLocaleString('en-IN'))

/** Yes or no for one row, with the verdict of each role. */
export function RowVerdict({ row }: { row: NonNullable<ExplainedAccess['row']> }) {
  return (
    <div className={row.sees ? 'notice-box is-good' : 'notice-box is-bad'} role="status">
      <p>
        <strong>{row.sees ? 'Yes.' : 'No.'}</strong> {row.sentence} {row.fields}
      </p>
      {row.ways.length > 1 && (
        <ul className="explained-ways">
          {row.ways.map(way => (
            <li key={way.role}>
              {way.lets ? 'Allowed: ' : 'Not allowed: '}
              {way.sentence}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** How many rows of one list the person sees. */
export function VisibleRows({ explained, title }: { explained: ExplainedAccess; title: string }) {
  const { seen, of } = explained.counted!
  return (
    <div className="notice-box" role="status">
      <p>
        {explained.user.name} sees <strong>{amount(seen)}</strong> of {amount(of)} rows of {title}.
      </p>
    </div>
  )
}

function activeText(grant: ExplainedAccess['grants'][number]): string {
  if (grant.confirmStatus === 'PENDING') return `No: waits for confirmation, ${proposedText(grant)}`
  const waits = grant.confirmStatus === 'CHANGE_PENDING' && `; a change waits for confirmation, ${proposedText(grant)}`
  return `${grant.counts ? 'Yes' : 'No'}${waits || ''}`
}

const grantColumns: readonly PlainColumn<ExplainedAccess['grants'][number]>[] = [
  { head: 'Role', value: ({ role }) => roleText(role) },
  { head: 'Scope', value: scopeText },
  { head: 'From', value: ({ validFrom }) => dayText(validFrom) },
  { head: 'To', value: ({ validTo }) => dayText(validTo) },
  { head: 'Active today', value: activeText },
]

type Line = ExplainedAccess['rights'][number] & { id: number }

/** The person's roles, and every right with the roles that grant it. */
export function GrantedRights({ explained }: { explained: ExplainedAccess }) {
  const [text, setText] = useState('')
  const { grants, rights } = explained
  const from = (role: Role) => {
    const held = grants.filter(grant => grant.role === role && grant.counts)
    return held.map(grant => `${scopeText(grant)}, ${validText(grant.validFrom, grant.validTo)}`).join('; ')
  }
  const columns: readonly PlainColumn<Line>[] = [
    { head: 'List', value: ({ title }) => title },
    { head: 'May', value: ({ may }) => may },
    {
      head: 'Because of',
      value: ({ by }) => (
        <ul>
          {by.map(({ role, words }) => (
            <li key={role}>
              {roleText(role)}: {words} <span className="quiet">({from(role)})</span>
            </li>
          ))}
        </ul>
      ),
    },
  ]
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const shownRights = rights
    .map((right, id) => ({ ...right, id }))
    .filter(right => words.every(word => `${right.title} ${right.path} ${right.may}`.toLowerCase().includes(word)))
  return (
    <>
      <section className="panel" aria-labelledby="explained-roles">
        <h2 id="explained-roles">Roles of {explained.user.name}</h2>
        {grants.length === 0 ? (
          <p>No roles assigned.</p>
        ) : (
          <PlainGrid label="Roles" rows={grants} columns={grantColumns} />
        )}
      </section>
      <section className="panel" aria-labelledby="explained-rights">
        <h2 id="explained-rights">Rights, and the roles they come from</h2>
        {rights.length > 1 && (
          <Input
            className="plain-search"
            allowClear
            aria-label="Find a right"
            placeholder="A list, or “exports”"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
        {shownRights.length === 0 ? <p>None.</p> : <PlainGrid label="Rights" rows={shownRights} columns={columns} />}
      </section>
    </>
  )
}
