import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isRefusal, type Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { fetchBatch, isWorkedOn, readyPods, sendBatch, uploadMatched, type WholeBatch } from './pods/batch-api.ts'
import { BatchFiles } from './pods/batch-files.tsx'
import '../derive/form/file-input.css'
import '../derive/form/form.css'
import '../derive/show/show.css'
import './pods/pods.css'

const POLL_MS = 1_000

/** Many PODs at once: sent, matched by their names, looked through, uploaded. */
export default function UploadMultiplePod() {
  const [params, setParams] = useSearchParams()
  const uploadId = params.get('upload')
  return (
    <PageFrame
      title="Upload Multiple POD"
      purpose="Upload many proofs of delivery: they are matched by file name and uploaded once you confirm."
      actions={uploadId !== null && <Button onClick={() => setParams({})}>Send other files</Button>}
    >
      {uploadId === null ? (
        <SendFiles onSent={id => setParams({ upload: String(id) })} />
      ) : (
        <OneUpload key={uploadId} id={Number(uploadId)} />
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
      onSent(await sendBatch(files))
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
          Files are matched by the number of the LR in their name, with words and pages around it:{' '}
          <code>VRL47.jpg</code>, <code>POD VRL47 signed (1).jpg</code>, or <code>VRL47_VRL.jpg</code> with the code of
          the transporter. A number of an invoice is proposed. Replace a slash in the number with a dash.
        </li>
        <li>JPG, PNG or PDF, up to 200 files, or one zip with any number.</li>
        <li>
          An optional sheet <code>pod.csv</code> holds the other values: lr_no, transporter_code, delivered_on,
          received_by, packages_received, shortage_packages, damage_packages.
        </li>
      </ul>
      <label htmlFor={id} className="field-label">
        Files or a zip
      </label>
      <input
        id={id}
        type="file"
        multiple
        className="file-box"
        accept=".jpg,.jpeg,.png,.pdf,.zip,.csv"
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

function OneUpload({ id }: { id: number }) {
  const client = useQueryClient()
  const queryKey = ['pod-batches', 'one', id]
  const { data, error, refetch } = useQuery<WholeBatch, Refusal>({
    queryKey,
    queryFn: () => fetchBatch(id),
    refetchInterval: ({ state }) => (state.data && isWorkedOn(state.data.batch) ? POLL_MS : false),
  })
  const [problem, setProblem] = useState('')
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  const { batch, files } = data
  const ready = readyPods(files)
  const readyFiles = files.filter(({ result }) => result === 'MATCHED').length
  const uploaded = new Set(files.flatMap(({ podId }) => podId ?? [])).size
  const uploadedFiles = files.filter(({ result }) => result === 'UPLOADED').length
  const reload = () => void client.invalidateQueries({ queryKey })

  async function upload() {
    setProblem('')
    try {
      await uploadMatched(id)
    } catch (error) {
      if (!isRefusal(error)) throw error
      setProblem(error.message)
    }
    reload()
  }

  return (
    <>
      <section className="panel batch-head" aria-label="This upload">
        <p role="status">
          <strong>{batch.fileName}</strong>: {stateText(batch.status, batch.filesDone, ready, uploaded)}
        </p>
        {isWorkedOn(batch) && (
          <Progress
            percent={shareOf(batch.filesDone, batch.status === 'UPLOADING' ? readyFiles + uploadedFiles : null)}
            aria-label="Progress"
          />
        )}
        {batch.errorText && (
          <p className="field-error" role="alert">
            {batch.errorText}
          </p>
        )}
        {batch.warnings?.map(warning => (
          <p key={warning} className="notice-box is-warning">
            {warning}
          </p>
        ))}
        {problem && (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
        {batch.status === 'READY' && ready > 0 && (
          <Button type="primary" size="large" onClick={() => void upload()}>
            Upload {ready === 1 ? '1 POD' : `${ready} PODs`}
          </Button>
        )}
      </section>
      <BatchFiles batch={batch} files={files} onChanged={reload} />
    </>
  )
}

function stateText(status: string, done: number, ready: number, uploaded: number): string {
  if (status === 'READING') return `being read, ${done} files so far`
  if (status === 'UPLOADING') return `being uploaded, ${done} so far`
  if (status === 'FAILED') return 'it could not be read'
  if (status === 'DONE') return uploaded === 1 ? '1 POD is uploaded' : `${uploaded} PODs are uploaded`
  return `${ready} fit their LRs${uploaded > 0 ? `, ${uploaded} are uploaded` : ''}`
}

const shareOf = (done: number, all: number | null) => (all ? Math.min(99, Math.round((done / all) * 100)) : 10)
