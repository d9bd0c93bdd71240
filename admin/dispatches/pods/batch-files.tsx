import { Button, Input } from 'antd'
import { useState } from 'react'
import { UNSAID_RECEIVER } from '../../../resources/dispatches/pods/pod-rules.ts'
import DayInput from '../../derive/form/day-input.tsx'
import { type BatchFileRow, correctFiles, pageIn, stateIn, type WholeBatch } from './batch-api.ts'
import { BatchFileLine, packageLabels } from './batch-file-line.tsx'
import { ProposedFiles } from './proposed-files.tsx'

const SHOWN = 50

const groups = [
  {
    title: 'Proposed',
    of: ['PROPOSED'],
    says: 'Their names may mean these LRs. Press A to accept, N for the next LR, L to leave one out.',
  },
  {
    title: 'Needs correction',
    of: ['TRAY'],
    says: 'They match no LR or do not fit it: correct them or leave them out.',
  },
  { title: 'Ready to upload', of: ['MATCHED'], says: 'Each fits its LR. Files of one LR are the pages of its POD.' },
  { title: 'Refused', of: ['REFUSED'], says: 'They cannot be read: correct them and upload them again.' },
  { title: 'Uploaded', of: ['UPLOADED'], says: 'The desk verifies them.' },
  { title: 'Left out', of: ['LEFT_OUT'], says: 'They are not uploaded.' },
] as const

/** The files of an upload, those that need somebody first. */
export function BatchFiles({ batch, files, onChanged }: WholeBatch & { onChanged: () => void }) {
  const isOpen = batch.status === 'READY'
  return groups.map(({ title, of, says }) => {
    const rows = files.filter(file => (of as readonly string[]).includes(stateIn(files, file)))
    const firsts = rows.filter(file => pageIn(files, file) === 1)
    if (rows.length === 0) return null
    return (
      <section key={title} className="panel batch-group" aria-label={title}>
        <h2>
          {title} ({rows.length})
        </h2>
        <p className="quiet">{says}</p>
        {title === 'Needs correction' && isOpen && <DayForAll rows={firsts} batchId={batch.id} onChanged={onChanged} />}
        {title === 'Ready to upload' && isOpen && (
          <ReceiverForAll rows={firsts} batchId={batch.id} onChanged={onChanged} />
        )}
        {title === 'Refused' ? (
          <RefusedFiles rows={rows} />
        ) : title === 'Proposed' && isOpen ? (
          <ProposedFiles rows={rows} onChanged={onChanged} />
        ) : (
          <FileTable rows={rows} files={files} isOpen={isOpen} onChanged={onChanged} />
        )}
      </section>
    )
  })
}

function FileTable({
  rows,
  files,
  isOpen,
  onChanged,
}: {
  rows: BatchFileRow[]
  files: BatchFileRow[]
  isOpen: boolean
  onChanged: () => void
}) {
  const [shown, setShown] = useState(SHOWN)
  return (
    <>
      <table className="plain-table batch-table">
        <thead>
          <tr>
            {['File', 'LR', 'Delivered on', ...packageLabels, 'Result'].map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map(file => (
            <BatchFileLine
              key={`${file.id} ${file.rowVersion}`}
              file={file}
              page={pageIn(files, file)}
              isOpen={isOpen}
              onChanged={onChanged}
            />
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button onClick={() => setShown(old => old + SHOWN)}>
          Show {Math.min(SHOWN, rows.length - shown)} more of {rows.length}
        </Button>
      )}
    </>
  )
}

function RefusedFiles({ rows }: { rows: BatchFileRow[] }) {
  return (
    <ul className="batch-hints">
      {rows.map(({ id, fileName, message }) => (
        <li key={id}>
          <strong>{fileName}</strong>: {message}
        </li>
      ))}
    </ul>
  )
}

/** One day for all that have an LR and no day. */
function DayForAll({ rows, ...of }: ForAll) {
  const [day, setDay] = useState<string | null>(null)
  const without = rows.filter(({ lrId, deliveredOn }) => lrId !== null && deliveredOn === null)
  if (without.length < 2) return null
  return (
    <SetForAll {...of} rows={without} id="batch-day" of="day" value={day} changes={{ deliveredOn: day }}>
      <label htmlFor="batch-day">{without.length} say no day. They were all delivered on</label>
      <DayInput id="batch-day" value={day} onChange={setDay} />
    </SetForAll>
  )
}

/** One receiver for all whose receiver is not said. */
function ReceiverForAll({ rows, ...of }: ForAll) {
  const [name, setName] = useState('')
  const without = rows.filter(({ receivedBy }) => receivedBy === UNSAID_RECEIVER)
  if (without.length === 0) return null
  const receivedBy = name.trim() || null
  return (
    <SetForAll {...of} rows={without} id="batch-receiver" of="receiver" value={receivedBy} changes={{ receivedBy }}>
      <label htmlFor="batch-receiver">
        {without.length === 1 ? 'One says' : `${without.length} say`} no receiver. Received by
      </label>
      <Input id="batch-receiver" maxLength={60} value={name} onChange={({ target }) => setName(target.value)} />
    </SetForAll>
  )
}

interface ForAll {
  rows: readonly BatchFileRow[]
  batchId: number
  onChanged: () => void
}

/** An input whose value is set in all of these files; without a value it takes the focus. */
function SetForAll(
  all: ForAll & {
    id: string
    of: string
    value: string | null
    changes: Partial<Pick<BatchFileRow, 'deliveredOn' | 'receivedBy'>>
    children: React.ReactNode
  },
) {
  const { id, value, rows, changes } = all
  return (
    <div className="batch-days">
      {all.children}
      <Button
        onClick={async () => {
          if (value === null) return document.getElementById(id)?.focus()
          await correctFiles(
            all.batchId,
            rows.map(row => ({ id: row.id, ...changes })),
          )
          all.onChanged()
        }}
      >
        Set the {all.of}
      </Button>
    </div>
  )
}
