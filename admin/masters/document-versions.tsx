import { useList } from '@refinedev/core'
import { useId, useState } from 'react'
import { sizeText } from '../../resources/define/show.ts'
import { attachment } from '../../resources/platform/attachment.ts'
import { type ApiRow, momentText } from '../derive/value-text.ts'
import { api, isRefusal } from '../shell/api.ts'
import { showSuccess } from '../shell/notices/notices.ts'

/** The earlier versions of a document, and the upload of a new one. */
export function DocumentVersions({ row, onChanged }: { row: ApiRow; onChanged: () => void }) {
  const id = useId()
  const [message, setMessage] = useState('')
  const { result, query } = useList<ApiRow>({
    resource: attachment.path,
    pagination: { pageSize: 50 },
    sorters: [{ field: 'versionNo', order: 'desc' }],
    meta: { query: { ownerType: 'LIBRARY', ownerId: row.id } },
    errorNotification: false,
  })

  async function replace(file: File | undefined) {
    if (!file) return
    const form = new FormData()
    form.append('file', file)
    setMessage('Uploading...')
    try {
      await api.post(`/library/${row.id}/file`, form)
      setMessage('')
      showSuccess(`${String(row.title)} is replaced; the previous version is kept.`)
      onChanged()
      await query.refetch()
    } catch (error) {
      setMessage(isRefusal(error) ? error.message : 'The file could not be uploaded.')
    }
  }

  return (
    <section className="panel" aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`}>Versions</h2>
      <p>
        <label htmlFor={id}>Replace with a new version</label>{' '}
        <input id={id} type="file" onChange={event => void replace(event.target.files?.[0])} />
      </p>
      <p role="status" className="field-error">
        {message}
      </p>
      {query.isSuccess && result.data.length === 0 && <p className="quiet">No earlier versions.</p>}
      <ul>
        {result.data.map(old => (
          <li key={old.id}>
            <a href={`/api/attachments/${old.id}/file`} download>
              Version {String(old.versionNo)}: {String(old.fileName)}
            </a>{' '}
            <span className="quiet">
              {sizeText(Number(old.sizeBytes))}, kept {momentText(old.createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
