import './show.css'
import { useOne } from '@refinedev/core'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import type { RowValues } from '../../../resources/define/row-values.ts'
import { usePerson } from '../../account/person.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { pathOf, withList } from '../../shell/screens.ts'
import { useTitle } from '../../shell/title.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { type ApiRow, rowText } from '../value-text.ts'
import { ChangeTable } from './change-table.tsx'
import { Facts } from './facts.tsx'
import { definedPanels } from './panel.ts'

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

// The frame comes while the row is fetched.
const loadFrame = async () => ({ default: (await import('./row-frame.tsx')).RowFrame })
void loadFrame().catch(() => undefined)
const RowFrame = lazy(loadFrame)
const ClosingNote = lazy(() => import('../closing/closing-note.tsx'))
const RowSections = lazy(() => import('./row-sections.tsx'))

/** Everything about one row: its header, its values, and folded its other periods, the lists that name it, its history. */
export default function ShowPage({ resource, id }: { resource: Resource; id: number }) {
  const { result: row, query } = useOne<ApiRow, Refusal>({ resource: resource.path, id, errorNotification: false })
  const [list] = useSearchParams()
  const name = row && rowText(resource, row)
  useTitle(name && `${name} · ${resource.title}`)
  if (query.isError && !row) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!row || name === undefined || row.id !== id) return <Waiting />
  const from = { title: resource.title, path: withList(pathOf.list(resource), list) }
  const Rooms = definedPanels()
  const body = (
    <>
      <ProposedChange resource={resource} row={row} />
      {resource.closing && (
        <Suspense fallback={null}>
          <ClosingNote resource={resource} row={row} />
        </Suspense>
      )}
      <Facts resource={resource} row={row} />
      {Rooms && (
        <Suspense fallback={null}>
          <Rooms resource={resource} row={row} />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <RowSections resource={resource} row={row} />
      </Suspense>
    </>
  )
  const plain = (
    <RowFrame resource={resource} row={row} from={from}>
      {body}
    </RowFrame>
  )
  if (!Rooms) return <Suspense fallback={<Waiting />}>{plain}</Suspense>
  return (
    <Suspense fallback={<Waiting />}>
      <Rooms resource={resource} row={row} from={from} plain={plain}>
        {body}
      </Rooms>
    </Suspense>
  )
}
