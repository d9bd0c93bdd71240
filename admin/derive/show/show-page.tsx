import { useOne } from '@refinedev/core'
import { Tabs } from 'antd'
import { lazy, Suspense } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { labelOf } from '../../../resources/define/label.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { resources } from '../../../resources/registry.ts'
import { useMay } from '../../account/person.ts'
import { panels } from '../../panels.tsx'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { Loading } from '../../shell/loading.tsx'
import { PageFrame } from '../../shell/page-frame.tsx'
import { useTitle } from '../../shell/title.ts'
import { targetOf } from '../reference-texts.ts'
import { pathOf, withList } from '../screens.ts'
import { type ApiRow, rowText } from '../value-text.ts'
import { Facts } from './facts.tsx'
import { ProposedChange } from './proposed-change.tsx'
import { ShowActions } from './show-actions.tsx'
import './show.css'

const History = lazy(() => import('./history.tsx'))
const SuccessionLine = lazy(() => import('./succession-line.tsx'))

/**
 * Everything about one master row: its values, its predecessors and successors in time, the lists that refer to it, its
 * history.
 */
export default function ShowPage({ resource, id }: { resource: Resource; id: number }) {
  const { result: row, query } = useOne<ApiRow, Refusal>({ resource: resource.path, id, errorNotification: false })
  const [list] = useSearchParams()
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const name = row && rowText(resource, row)
  useTitle(name && `${name} · ${resource.title}`)
  if (query.isError && !row) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!row || name === undefined || row.id !== id) return <Loading />
  return (
    <PageFrame
      title={name}
      trail={[{ title: resource.title, path: withList(pathOf.list(resource), list) }]}
      actions={<ShowActions resource={resource} row={row} />}
    >
      <Tabs
        activeKey={hash === '#history' ? 'history' : 'details'}
        onChange={key => void navigate({ search, hash: key === 'history' ? 'history' : '' }, { replace: true })}
        items={[
          { key: 'details', label: 'Details', children: <Details resource={resource} row={row} /> },
          {
            key: 'history',
            label: 'History',
            children: (
              <Suspense fallback={<p role="status">Loading...</p>}>
                <History resource={resource} row={row} />
              </Suspense>
            ),
          },
        ]}
      />
    </PageFrame>
  )
}

function Details({ resource, row }: { resource: Resource; row: ApiRow }) {
  return (
    <>
      <ProposedChange resource={resource} row={row} />
      <Facts resource={resource} row={row} />
      {Object.entries(panels[resource.path] ?? {}).map(([panel, Panel]) => (
        <Suspense key={panel} fallback={null}>
          <Panel resource={resource} row={row} />
        </Suspense>
      ))}
      {resource.dated && (
        <Suspense fallback={null}>
          <SuccessionLine resource={resource} row={row} />
        </Suspense>
      )}
      <Related resource={resource} id={row.id} />
    </>
  )
}

/** Links to the lists of other masters that refer to this row, each with the filter set. */
function Related({ resource, id }: { resource: Resource; id: number }) {
  const may = useMay()
  const links = resources
    .filter(other => other.kind === 'master' && may('read', other.path))
    .flatMap(other =>
      Object.entries(other.fields)
        .filter(([, field]) => field.kind === 'reference' && !field.secret && targetOf(other, field.to!) === resource)
        .map(([name, field]) => ({ other, name, by: labelOf(name, field) })),
    )
  if (links.length === 0) return null
  return (
    <section className="panel" aria-labelledby="related">
      <h2 id="related">Related</h2>
      <ul className="related">
        {links.map(({ other, name, by }) => (
          <li key={`${other.path} ${name}`}>
            <Link to={`/${other.path}?f.${name}=in.${id}`}>
              {other.title}
              {by !== resource.title && ` (${by})`}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
