import { useInvalidate } from '@refinedev/core'
import { useId, useState } from 'react'
import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { useMay } from '../account/person.ts'
import type { ApiRow } from '../derive/value-text.ts'
import { api, isRefusal } from '../shell/api.ts'
import { Icon } from '../shell/menu/icons.tsx'
import { showSuccess } from '../shell/notices/notices.ts'
import { sendFile } from '../shell/send-file.ts'

const KINDS = '.pdf,.png,.jpg,.jpeg,.xlsx,.docx'
const ownerTypes: Readonly<Record<string, string>> = {
  'rate-contract-customer': 'CONTRACT',
  'customer-annexure': 'ANNEXURE',
}

/**
 * The signed document of a contract or an annexure: read by those who read the row, uploaded by those who maintain it.
 */
export default function PaperPanel({ resource, row }: { resource: Resource; row: ApiRow }) {
  const may = useMay()
  const fileId = useId()
  const invalidate = useInvalidate()
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)
  const title = labelOf('attachmentId', resource.fields.attachmentId!)
  const open = row.isActive !== false && may('update', resource.path)

  async function upload(file: File | undefined) {
    if (!file) return
    setMessage('')
    setBusy(true)
    try {
      const { id: attachmentId } = await sendFile(file, ownerTypes[resource.name]!)
      await api.patch(`/${resource.path}/${row.id}`, { attachmentId, rowVersion: row.rowVersion })
      showSuccess(`${file.name} is attached.`)
      await invalidate({ resource: resource.path, id: row.id, invalidates: ['detail'] })
    } catch (error) {
      setMessage(isRefusal(error) ? error.message : 'The file could not be uploaded.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="panel" aria-labelledby={`${fileId}-head`}>
      <h2 id={`${fileId}-head`}>{title}</h2>
      {row.attachmentId ? (
        <p>
          <a href={`/api/attachments/${row.attachmentId}/file`} download>
            <Icon name="download" /> {row.texts?.attachmentId ?? 'Download'}
          </a>
        </p>
      ) : (
        <p className="quiet">No file is attached yet.</p>
      )}
      {open && (
        <p className="paper-input">
          <label htmlFor={fileId}>{row.attachmentId ? 'Replace it with' : 'Attach a file'}</label>{' '}
          <input
            id={fileId}
            type="file"
            accept={KINDS}
            disabled={busy}
            onChange={event => void upload(event.target.files?.[0])}
          />
        </p>
      )}
      <p role="status" className={message ? 'field-error' : 'quiet'}>
        {busy ? 'Uploading...' : message}
      </p>
    </section>
  )
}
