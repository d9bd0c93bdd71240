import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ExplainedAccess, explainAccess } from '../../resources/access-control/commands/roles.ts'
import { resourceAt, subjects } from '../../resources/registry.ts'
import { user as users } from '../../resources/settings/user.ts'
import { useMay } from '../account/person.ts'
import { ask, at, keyOf } from '../derive/command/ask.ts'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { ReferencePicker } from '../derive/form/reference-picker.tsx'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useAddress } from '../shell/use-address.ts'
import { Waiting } from '../shell/waiting.tsx'
import { GrantedRights, RowVerdict, VisibleRows } from './explained-parts.tsx'
import './access-explained.css'

const explained = at<typeof explainAccess>('GET access-explained')

const choices = subjects
  .map(({ path, title }) => ({ value: path, label: title }))
  .sort((one, other) => one.label.localeCompare(other.label))

/**
 * Explains what one person can see and why: all rights, the rows of one list, or one record. The server records every
 * question in the history.
 */
export default function AccessExplained() {
  const [query, setQuery] = useAddress()
  const may = useMay()
  const userId = Number(query.get('user')) || null
  const resource = resourceAt(query.get('of') ?? '')
  const row = Number(query.get('row')) || null
  const [attempt, setAttempt] = useState(0)

  function change(changes: Record<string, string | null>) {
    setQuery(
      now => {
        for (const [name, value] of Object.entries(changes)) value ? now.set(name, value) : now.delete(name)
        return now
      },
      { replace: true },
    )
  }

  const params = {
    userId: userId ?? 0,
    ...(resource && { resource: resource.path }),
    ...(resource && row && { id: row }),
  }
  const { data, error } = useQuery<ExplainedAccess, Refusal>({
    queryKey: keyOf(explained, params, attempt),
    enabled: userId !== null,
    queryFn: () => ask(explained, params),
  })

  return (
    <PageFrame
      title="View Access"
      purpose="Choose a person and, optionally, a list and a row. The check is logged and changes nothing."
      actions={userId && <Link to={`/access-control/assign-roles?person=${userId}`}>Their roles</Link>}
    >
      <div className="panel explained-ask">
        <FieldRow id="explain-user" label="Person" required>
          {control => (
            <ReferencePicker
              {...control}
              target={users}
              value={userId}
              onChange={id => change({ user: id ? String(id) : null })}
            />
          )}
        </FieldRow>
        <ChoiceRow
          id="explain-of"
          label="List"
          search
          placeholder="All of them"
          options={choices}
          value={resource?.path}
          onChange={path => change({ of: path, row: null })}
        />
        {resource && resource.kind !== 'report' && (
          <FieldRow id="explain-row" label="Row">
            {control =>
              may('read', resource.path) ? (
                <ReferencePicker
                  key={resource.path}
                  {...control}
                  target={resource}
                  value={row}
                  onChange={id => change({ row: id ? String(id) : null })}
                />
              ) : (
                <span id={control.id}>You may not read {resource.title} yourself.</span>
              )
            }
          </FieldRow>
        )}
        {resource && <Button onClick={() => change({ of: null, row: null })}>All lists</Button>}
      </div>
      {error && <Failure error={error} onRetry={() => setAttempt(attempt + 1)} />}
      {userId && !data && !error && <Waiting />}
      {data && (
        <div className="explained">
          {data.shut && (
            <div className="notice-box is-warning">
              <p>{data.shut}</p>
            </div>
          )}
          {data.row && <RowVerdict row={data.row} />}
          {resource && data.counted && <VisibleRows explained={data} title={resource.title} />}
          <GrantedRights explained={data} key={userId} />
        </div>
      )}
    </PageFrame>
  )
}
