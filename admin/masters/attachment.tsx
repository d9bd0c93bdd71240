import { useList } from '@refinedev/core'
import { Button, Checkbox, Input } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { dayText } from '../../resources/define/show.ts'
import { attachment } from '../../resources/platform/attachment.ts'
import { roleCodes } from '../../resources/roles.ts'
import { useMay, usePerson } from '../account/person.ts'
import { useActions } from '../derive/action/use-actions.tsx'
import { type ApiRow, momentText, optionText } from '../derive/value-text.ts'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { Icon } from '../shell/menu/icons.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { useDebounced } from '../shell/use-debounced.ts'
import { sizeText } from './document-size.ts'
import '../derive/list/list.css'
import '../derive/show/show.css'
import './lines.css'

const AddDocuments = lazy(() => import('./add-documents.tsx'))
const DocumentVersions = lazy(() => import('./document-versions.tsx'))

/** The document library: documents for whole roles, each in its newest version. */
export default function Attachment() {
  const may = useMay()
  const { seesAll } = usePerson()
  const [text, setText] = useState('')
  const [all, setAll] = useState(false)
  const [adding, setAdding] = useState(false)
  const q = useDebounced(text.trim(), 300)
  const { result, query } = useList<ApiRow, Refusal>({
    resource: attachment.path,
    pagination: { pageSize: 100 },
    meta: {
      query: { ownerType: 'LIBRARY', ownerId: 'null', ...(q && { q }), ...(!all && { withdrawnAt: 'null' }) },
    },
    errorNotification: false,
  })
  const rows = query.data ? result.data : undefined
  return (
    <PageFrame
      title="Attachment"
      purpose="Shared documents: forms, price lists and policies, each for its audience."
      actions={
        may('create', attachment.path) && (
          <Button type="primary" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            <Icon name="upload" /> Upload
          </Button>
        )
      }
    >
      {adding && (
        <Suspense fallback={<p role="status">Loading...</p>}>
          <AddDocuments onDone={() => setAdding(false)} />
        </Suspense>
      )}
      <search className="list-toolbar">
        <Input
          className="list-search"
          aria-label="Search the library"
          placeholder="Search title or file name"
          prefix={<Icon name="search" />}
          value={text}
          onChange={event => setText(event.target.value)}
        />
        {may('update', attachment.path) && seesAll(attachment.path) && (
          <Checkbox checked={all} onChange={event => setAll(event.target.checked)}>
            Deactivated too
          </Checkbox>
        )}
      </search>
      {query.isError && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      {rows?.length === 0 && (
        <p className="notice-box" role="status">
          {q ? 'No document has that in its title or file name.' : 'There are no documents for you in the library yet.'}
        </p>
      )}
      {rows && rows.length > 0 && (
        <section className="panel" aria-label="Documents">
          <div className="table-scroll">
            <table className="plain-table lines-table">
              <thead>
                <tr>
                  {['Title', 'Category', 'For', 'Valid to', 'Size', 'Uploaded', ''].map(head => (
                    <th key={head} scope="col">
                      {head || <span className="for-readers">Actions</span>}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(row => (
                  <Document key={row.id} row={row} onChanged={() => void query.refetch()} />
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
    </PageFrame>
  )
}

function Document({ row, onChanged }: { row: ApiRow; onChanged: () => void }) {
  const may = useMay()
  const { actions, dialog } = useActions(attachment, [row], onChanged)
  const [open, setOpen] = useState(false)
  const audience = (row.audience as string[] | null) ?? []
  return (
    <>
      <tr>
        <td data-label="Title">
          <a href={`/api/attachments/${row.id}/file`} download>
            {String(row.title)}
          </a>
          <div className="quiet">
            {String(row.fileName)} · version {String(row.versionNo)}
            {row.withdrawnAt ? ' · deactivated' : ''}
          </div>
        </td>
        <td data-label="Category">{String(row.category ?? '')}</td>
        <td data-label="For">
          {audience.length === roleCodes.length ? 'Everybody' : audience.map(optionText).join(', ')}
        </td>
        <td data-label="Valid to">{row.validTo ? dayText(String(row.validTo)) : ''}</td>
        <td data-label="Size">{sizeText(Number(row.sizeBytes))}</td>
        <td data-label="Uploaded">
          {momentText(row.updatedAt)}
          <div className="quiet">{row.texts?.updatedById}</div>
        </td>
        <td>
          <span className="row-actions">
            {may('update', attachment.path) && (
              <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
                Versions<span className="for-readers"> of {String(row.title)}</span>
              </Button>
            )}
            {actions.map(({ name, action, take }) => (
              <Button key={name} size="small" danger={action.danger} onClick={take}>
                {action.label}
                <span className="for-readers"> {String(row.title)}</span>
              </Button>
            ))}
          </span>
          {dialog}
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={7}>
            <Suspense fallback={<p role="status">Loading...</p>}>
              <DocumentVersions row={row} onChanged={onChanged} />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  )
}
