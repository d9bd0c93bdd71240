import { Button } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Resource } from '../../../resources/define/resource.ts'
import { changesToRestore, versionAfter } from '../../../resources/define/versions.ts'
import type { HistoryEntry } from '../../../resources/platform/commands/history.ts'
import { useMay } from '../../account/person.ts'
import { Opening } from '../../shell/use-quick-exit.ts'
import type { ApiRow } from '../value-text.ts'
import { HistoryEntryItem } from './history-entry.tsx'
import { useHistory } from './use-history.ts'

const RecordedOn = lazy(() => import('./recorded-on.tsx'))
const RestoreVersion = lazy(() => import('./restore-version.tsx'))

/** The history of a row, drawn once its section is opened: it is long, and rarely read. */
export default function History(of: { resource: Resource; row: ApiRow }) {
  const { hash } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const folded = box.current?.closest('details')
    const look = () => setOpen(was => was || folded?.open === true)
    look()
    folded?.addEventListener('toggle', look)
    return () => folded?.removeEventListener('toggle', look)
  }, [])
  useEffect(() => {
    if (hash === '#history') box.current?.closest('section')?.scrollIntoView({ block: 'center' })
  }, [hash])
  return <div ref={box}>{isOpen && <Entries {...of} />}</div>
}

/**
 * The changes of a row, newest first, field by field, with who, when, how and why; an earlier version can be restored.
 */
function Entries({ resource, row }: { resource: Resource; row: ApiRow }) {
  const may = useMay()
  const { data, error, isPending, refetch } = useHistory(resource, row.id, row.rowVersion)
  const [restored, setRestored] = useState<HistoryEntry>()
  const canRestore = (entry: HistoryEntry) =>
    resource.kind === 'master' &&
    may('update', resource.path) &&
    Object.keys(changesToRestore(resource, row, versionAfter(row, data ?? [], entry.id))).length > 0
  return (
    <>
      {isPending && <p role="status">Loading...</p>}
      {error && (
        <p>
          {error.message} <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {data && data.length > 0 && (
        <Suspense fallback={null}>
          <RecordedOn resource={resource} row={row} entries={data} />
        </Suspense>
      )}
      <ol className="history">
        {data?.map(entry => (
          <HistoryEntryItem
            key={entry.id}
            resource={resource}
            entry={entry}
            {...(canRestore(entry) && { onRestore: () => setRestored(entry) })}
          />
        ))}
      </ol>
      {restored && data && (
        <Suspense fallback={<Opening onClose={() => setRestored(undefined)} />}>
          <RestoreVersion
            resource={resource}
            row={row}
            entries={data}
            entry={restored}
            onClose={() => setRestored(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
