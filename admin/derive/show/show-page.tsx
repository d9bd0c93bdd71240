import './show.css'
import { useOne } from '@refinedev/core'
import { Tabs } from 'antd'
import { lazy, Suspense } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { usePerson } from '../../account/person.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { PageFrame } from '../../shell/page-frame.tsx'
import { pathOf, withList } from '../../shell/screens.ts'
import { useTitle } from '../../shell/title.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { type ApiRow, rowText } from '../value-text.ts'
import { ChangeTable } from './change-table.tsx'
import { Facts } from './facts.tsx'
import { definedPanels } from './panel.ts'
import { ShowActions } from './show-actions.tsx'

/** The change that waits for a second person, its values beside those in force; nothing where none waits. */
function ProposedChange({ resource, row }: { resource: Resource; row: ApiRow }) {
  const proposed = row.pendingChange as RowValues | null | undefined
  const { user } = usePerson()
  if (!proposed) return null
  const who = row.proposedById === user.id ? 'You propose' : `${row.texts?.proposedById ?? 'Another user'} proposes`
  const other = resource.movesMoney ? 'another person with another role' : 'another person'
  const inForce = Object.fromEntries(Object.keys(proposed).map(name => [name, row[name]]))
  return (
    <section className="panel" aria-labelledby="proposed">
      <h2 id="proposed">Proposed change</h2>
      <p>
        {who} this. The confirmed values apply until {other} confirms the change.
      </p>
      <ChangeTable resource={resource} change={{ before: inForce, after: proposed }} heads={['In force', 'Proposed']} />
    </section>
  )
}

const History = lazy(() => import('./history.tsx'))
const Related = lazy(() => import('./related.tsx'))
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
  if (!row || name === undefined || row.id !== id) return <Waiting />
  const from = { title: resource.title, path: withList(pathOf.list(resource), list) }
  const body = (
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
  )
  const plain = (
    <PageFrame title={name} trail={[from]} actions={<ShowActions resource={resource} row={row} />}>
      {body}
    </PageFrame>
  )
  const Frame = definedPanels()
  if (!Frame) return plain
  return (
    <Suspense fallback={<Waiting />}>
      <Frame resource={resource} row={row} from={from} plain={plain}>
        {body}
      </Frame>
    </Suspense>
  )
}

function Details({ resource, row }: { resource: Resource; row: ApiRow }) {
  const Panels = definedPanels()
  return (
    <>
      <ProposedChange resource={resource} row={row} />
      <Facts resource={resource} row={row} />
      {Panels && (
        <Suspense fallback={null}>
          <Panels resource={resource} row={row} />
        </Suspense>
      )}
      {resource.dated && (
        <Suspense fallback={null}>
          <SuccessionLine resource={resource} row={row} />
        </Suspense>
      )}
      {resource.kind === 'master' && (
        <Suspense fallback={null}>
          <Related resource={resource} id={row.id} />
        </Suspense>
      )}
    </>
  )
}
