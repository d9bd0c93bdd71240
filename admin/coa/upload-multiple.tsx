import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { isRefusal, type Refusal } from '../shell/api.ts'
import { ButtonLink } from '../shell/button-link.tsx'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { type FileRow, fetchBatch, sendCertificates, type WholeBatch } from './coa-api.ts'
import '../derive/form/file-input.css'
import '../derive/form/form.css'
import '../derive/show/show.css'
import '../dispatches/pods/pods.css'
import '../orders/show/certified-goods.css'

const POLL_MS = 1_000
const TRAY = '/coa/upload-mapping?f.result=in.TRAY'

/** Many certificates at once: sent, checked, and active by their names, or in the tray. */
export default function UploadMultipleCertificates() {
  const [params, setParams] = useSearchParams()
  const sent = params.get('upload')
  return (
    <PageFrame
      purpose="Upload many certificates of analysis: those that match their batch are published immediately, the others go to the tray."
      actions={
        <>
          {sent !== null && <Button onClick={() => setParams({})}>Send other files</Button>}
          <ButtonLink to={TRAY}>Open the tray</ButtonLink>
        </>
      }
    >
      {sent === null ? (
        <SendFiles onSent={id => setParams({ upload: String(id) })} />
      ) : (
        <OneUpload key={sent} id={Number(sent)} />
      )}
    </PageFrame>
  )
}

function SendFiles({ onSent }: { onSent: (id: number) => void }) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function send(box: HTMLInputElement) {
    const files = [...(box.files ?? [])]
    if (files.length === 0) return
    setBusy(true)
    setProblem('')
    try {
      onSent(await sendCertificates(files))
    } catch (error) {
      setProblem(isRefusal(error) ? error.message : 'The files could not be sent.')
      box.value = ''
    } finally {
      setBusy(false)
    }
  }

  return (
    <section className="panel" aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`}>Choose the files</h2>
      <ul className="batch-hints">
        <li>
          Name each file after its product and batch: <code>LS-1001_B240001.pdf</code>. The last underscore separates
          them.
        </li>
        <li>Up to 200 PDFs of 10 MB each, or zips of them.</li>
        <li>A new file for a batch becomes its next version.</li>
      </ul>
      <label htmlFor={id} className="field-label">
        PDFs or a zip
      </label>
      <input
        id={id}
        type="file"
        multiple
        className="file-box"
        accept=".pdf,.zip"
        disabled={busy}
        aria-describedby={`${id}-says`}
        onChange={({ target }) => void send(target)}
      />
      <p id={`${id}-says`} role="status" className={problem ? 'field-error' : 'quiet'}>
        {busy ? 'Sending...' : problem}
      </p>
    </section>
  )
}

const groups = [
  { title: 'In the tray', of: ['TRAY'], says: 'Choose the product and batch of each, by hand or with a sheet.' },
  { title: 'Refused', of: ['REFUSED'], says: 'Not saved: correct them and upload them again.' },
  { title: 'Published', of: ['PUBLISHED', 'KNOWN'], says: 'They can be found now.' },
  { title: 'Left out', of: ['LEFT_OUT'], says: 'Marked as not certificates.' },
] as const

function OneUpload({ id }: { id: number }) {
  const { data, error, refetch } = useQuery<WholeBatch, Refusal>({
    queryKey: ['coa-batches', 'one', id],
    queryFn: () => fetchBatch(id),
    refetchInterval: ({ state }) => (state.data?.batch.status === 'READING' ? POLL_MS : false),
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const { batch, files } = data
  const isRead = batch.status === 'READING'
  return (
    <>
      <section className="panel batch-head" aria-label="This upload">
        <p role="status">
          <strong>{batch.fileName}</strong>: {isRead ? `being read, ${batch.filesDone} files so far` : summary(files)}
        </p>
        {isRead && <Progress percent={Math.min(99, 5 + batch.filesDone / 2)} aria-label="Progress" />}
        {batch.errorText && (
          <p className="field-error" role="alert">
            {batch.errorText}
          </p>
        )}
        {!isRead && files.some(({ result }) => result === 'TRAY') && (
          <ButtonLink type="primary" to={`${TRAY}&f.batchId=in.${id}`}>
            Map these files
          </ButtonLink>
        )}
      </section>
      {groups.map(({ title, of, says }) => {
        const rows = files.filter(({ result }) => (of as readonly string[]).includes(result))
        return rows.length > 0 && <FileGroup key={title} title={title} says={says} rows={rows} />
      })}
    </>
  )
}

function FileGroup({ title, says, rows }: { title: string; says: string; rows: readonly FileRow[] }) {
  return (
    <section className="panel batch-group" aria-label={title}>
      <h2>
        {title} ({rows.length})
      </h2>
      <p className="quiet">{says}</p>
      <ul className="coa-batches">
        {rows.map(({ id, fileName, message, coaDocumentId, result, texts }) => (
          <li key={id}>
            <strong>{fileName}</strong>{' '}
            {coaDocumentId === null ? (
              message
            ) : (
              <Link to={`/coa/certificates/show/${coaDocumentId}`}>
                {texts.coaDocumentId}
                {result === 'KNOWN' && ', already on file'}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function summary(files: readonly FileRow[]): string {
  const count = (...of: string[]) => files.filter(({ result }) => of.includes(result)).length
  const parts = [
    `${count('PUBLISHED', 'KNOWN')} published`,
    `${count('TRAY')} in the tray`,
    `${count('REFUSED')} refused`,
  ]
  return parts.join(', ')
}
