import { useOne } from '@refinedev/core'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { documentLibrary } from '../../resources/masters/document-library.ts'
import { attachment } from '../../resources/platform/attachment.ts'
import { useMay } from '../account/person.ts'
import { useActions } from '../derive/action/use-actions.tsx'
import { Facts } from '../derive/show/facts.tsx'
import type { ApiRow } from '../derive/value-text.ts'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { withList } from '../shell/screens.ts'
import { useTitle } from '../shell/title.ts'
import { Waiting } from '../shell/waiting.tsx'
import { DocumentVersions } from './document-versions.tsx'
import '../derive/show/show.css'

const History = lazy(() => import('../derive/show/history.tsx'))

/** One document of the library: its file, who it is for, and for its keepers the earlier versions and the history. */
export function DocumentPage({ id }: { id: number }) {
  const may = useMay()
  const [list] = useSearchParams()
  const { result: row, query } = useOne<ApiRow, Refusal>({ resource: attachment.path, id, errorNotification: false })
  const title = row ? String(row.title) : undefined
  useTitle(title && `${title} · ${documentLibrary.title}`)
  const { actions, dialog } = useActions(attachment, row ? [row] : [])
  if (query.isError && !row) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!row || title === undefined || row.id !== id) return <Waiting />
  const keeps = may('update', attachment.path)
  return (
    <PageFrame
      title={title}
      trail={[{ title: 'Shared documents', path: withList('/masters/attachment', list) }]}
      actions={
        <>
          {actions.map(({ name, action, take }) => (
            <Button key={name} danger={action.danger} onClick={take}>
              {action.label}
            </Button>
          ))}
          <Button type="primary" href={`/api/attachments/${id}/file`} download>
            <Icon name="download" /> Download
          </Button>
        </>
      }
    >
      <Facts resource={documentLibrary} row={row} />
      {keeps && row.ownerId === null && <DocumentVersions row={row} onChanged={() => void query.refetch()} />}
      <Suspense fallback={<p role="status">Loading...</p>}>
        <History resource={attachment} row={row} />
      </Suspense>
      {dialog}
    </PageFrame>
  )
}
