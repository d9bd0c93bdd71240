import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Mentions } from 'antd'
import { useState } from 'react'
import { can } from '../../resources/capabilities.ts'
import type { ComplaintPerson } from '../../resources/complaints/complaint-answers.ts'
import { usePerson } from '../account/person.ts'
import { Refusals } from '../derive/action/refusals.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { createSendOnce } from '../shell/idempotency-key.ts'
import { useDebounced } from '../shell/use-debounced.ts'
import { useSending } from '../shell/use-sending.ts'
import { addNote, peopleFor, sendPhoto } from './complaint-api.ts'
import { FilesInput } from './files-input.tsx'

/** Adds a note to a complaint; @ finds colleagues. Of our people internal unless marked for the customer. */
export function NoteBox({ complaintId }: { complaintId: number }) {
  const { user } = usePerson()
  const client = useQueryClient()
  const ours = can(user, 'readInternalComments')
  const [body, setBody] = useState('')
  const [isShown, setShown] = useState(false)
  const [chosen, setChosen] = useState<readonly ComplaintPerson[]>([])
  const [typed, setTyped] = useState('')
  const [files, setFiles] = useState<File[]>([])
  const [isPreparing, setPreparing] = useState(false)
  const [sendOnce] = useState(createSendOnce)
  const q = useDebounced(typed, 200)
  const { data: found = [] } = useQuery({
    queryKey: ['complaint-mentions', complaintId, q],
    enabled: ours && q !== '',
    queryFn: () => peopleFor([complaintId], q),
  })
  const form = useSending(() => {
    setBody('')
    setChosen([])
    setFiles([])
    void client.invalidateQueries({ queryKey: ['complaint-notes', complaintId] })
  })

  const send = () =>
    form.send(async () => {
      const mentions = chosen.filter(({ name }) => body.includes(`@${name}`)).map(({ userId }) => userId)
      const attachmentId = files[0] ? await sendPhoto(files[0]) : null
      const audience = ours && !isShown ? 'INTERNAL' : 'SHARED'
      const note = { complaintId, body: body.trim(), audience, attachmentId, mentions }
      await sendOnce(JSON.stringify(note), headers => addNote(note, headers))
    })

  return (
    <div className="comment-box">
      <FieldRow id="complaint-note" label={ours ? 'Note, @ names a colleague' : 'Write to us'}>
        {({ status, ...control }) => (
          <Mentions
            {...control}
            status={status ?? ''}
            rows={2}
            maxLength={4000}
            value={body}
            options={found.map(person => ({ key: String(person.userId), value: person.name, label: person.name }))}
            notFoundContent={q === '' ? 'Type a name' : 'Nobody who reads the complaint has that name'}
            onChange={setBody}
            onSearch={setTyped}
            onSelect={({ key }) =>
              setChosen(before => [...before, ...found.filter(({ userId }) => String(userId) === key)])
            }
          />
        )}
      </FieldRow>
      <FilesInput
        id="complaint-note-file"
        legend="File of the note"
        files={files}
        most={1}
        error={undefined}
        onChange={setFiles}
        onBusy={setPreparing}
      />
      <div className="comment-send">
        {ours && (
          <Checkbox checked={isShown} onChange={event => setShown(event.target.checked)}>
            The customer may read it
          </Checkbox>
        )}
        <Button loading={form.busy} disabled={body.trim() === '' || isPreparing} onClick={() => void send()}>
          {ours && !isShown ? 'Add internal note' : 'Send'}
        </Button>
      </div>
      <Refusals sentences={form.faults.map(({ message }) => message)} />
    </div>
  )
}
