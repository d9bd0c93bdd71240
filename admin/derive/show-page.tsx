import { useOne } from '@refinedev/core'
import { Button } from 'antd'
import { Suspense } from 'react'
import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { panels } from '../panels.tsx'
import type { Refusal } from '../shell/api.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { Icon } from '../shell/icons.tsx'
import { Loading } from '../shell/loading.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useMay } from '../shell/person.ts'
import { useTitle } from '../shell/title.ts'
import { ActiveMark } from './cell.tsx'
import { Fact } from './fact.tsx'
import { History } from './history.tsx'
import { Related } from './related.tsx'
import { pathOf } from './screens.ts'
import { useActions } from './use-actions.tsx'
import { useActivation } from './use-activation.tsx'
import { type ApiRow, momentText, rowText } from './value-text.ts'
import './show.css'

/** Everything about one row of a master: its values, its history, the lists that refer to it. */
export default function ShowPage({ resource, id }: { resource: Resource; id: number }) {
  const { result: row, query } = useOne<ApiRow, Refusal>({ resource: resource.path, id, errorNotification: false })
  const name = row && rowText(resource, row)
  useTitle(name && `${name} · ${resource.title}`)
  if (query.isError && !row) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!row || name === undefined) return <Loading />
  const shown = Object.entries(resource.fields).filter(([, field]) => !field.secret && field.kind !== 'json')
  return (
    <PageFrame
      title={name}
      trail={[{ title: resource.title, path: pathOf.list(resource) }]}
      actions={<ShowActions resource={resource} row={row} />}
    >
      <section className="panel" aria-label={resource.title}>
        <dl className="facts">
          {resource.kind === 'master' && (
            <div>
              <dt>Status</dt>
              <dd>
                <ActiveMark isActive={row.isActive !== false} />
              </dd>
            </div>
          )}
          {shown
            .filter(([field]) => field in row)
            .map(([field]) => (
              <Fact
                key={field}
                resource={resource}
                name={field}
                row={row}
                label={labelOf(field, resource.fields[field]!)}
              />
            ))}
          <div>
            <dt>Last changed</dt>
            <dd>{momentText(row.updatedAt)}</dd>
          </div>
          <div>
            <dt>Created</dt>
            <dd>{momentText(row.createdAt)}</dd>
          </div>
        </dl>
      </section>
      {Object.entries(panels[resource.path] ?? {}).map(([panel, Panel]) => (
        <Suspense key={panel} fallback={null}>
          <Panel resource={resource} row={row} />
        </Suspense>
      ))}
      <Related resource={resource} id={id} />
      <History resource={resource} id={id} rowVersion={row.rowVersion} />
    </PageFrame>
  )
}

function ShowActions({ resource, row }: { resource: Resource; row: ApiRow }) {
  const may = useMay()
  const { deactivate, reactivate } = useActivation(resource)
  const { actions, dialog } = useActions(resource, [row])
  const active = row.isActive !== false
  return (
    <>
      {actions.map(({ name, action, take }) => (
        <Button key={name} danger={action.danger} onClick={take}>
          {action.label}
        </Button>
      ))}
      {dialog}
      {active && may('deactivate', resource.path) && (
        <Button danger onClick={() => deactivate(row)}>
          Deactivate
        </Button>
      )}
      {!active && may('update', resource.path) && <Button onClick={() => void reactivate(row)}>Reactivate</Button>}
      {may('update', resource.path) && (
        <ButtonLink type="primary" to={pathOf.edit(resource, row.id)}>
          <Icon name="edit" /> Edit
        </ButtonLink>
      )}
    </>
  )
}
