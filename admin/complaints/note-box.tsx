import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Mentions } from 'antd'
import { useState } from 'react'
import { can } from '../../resources/capabilities.ts'
import type { ComplaintPerson } from '../../resources/complaints/complaint-commands.ts'
import { usePerson } from '../account/person.ts'
import { Refusals } from '../derive/action/refusals.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { createSendOnce } from '../shell/idempotency-key.ts'
import { useDebounced } from '../shell/use-debounced.ts'
import { useSending } from '../shell/use-sending.ts'
import { FilesInput } from './files-input.tsx'
import { addNote, peopleFor, sendPhoto, type Thread } from './thread-api.ts'

/** Adds a note to a thread; @ finds colleagues. Of our people internal unless marked for the customer. */
export function NoteBox({ thread, about }: { thread: Thread; about: number }) {
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
  const { data: people = [] } = useQuery({
    queryKey: [thread.people, about, q],
    enabled: ours && q !== '',
    queryFn: () => peopleFor(thread, [about], q),
  })
  const form = useSending(() => {
    setBody('')
    setChosen([])
    setFiles([])
    void client.invalidateQueries({ queryKey: [thread.notes, about] })
  })

  const send = () =>
    form.send(async () => {
      const mentions = chosen.filter(({ name }) => body.includes(`@${name}`)).map(({ userId }) => userId)
      const attachmentId = files[0] ? await sendPhoto(thread, files[0]) : null
      const audience = ours && !isShown ? 'INTERNAL' : 'SHARED'
      const note = { body: body.trim(), audience, attachmentId, mentions }
      await sendOnce(JSON.stringify(note), headers => addNote(thread, about, note, headers))
    })

  return (
    <div className="comment-box">
      <FieldRow id="note" label={ours ? 'Note, @ names a colleague' : 'Write to us'}>
        {({ status, ...control }) => (
          <Mentions
            {...control}
            status={status ?? ''}
            rows={2}
            maxLength={4000}
            value={body}
            options={people.map(person => ({ key: String(person.userId), value: person.name, label: person.name }))}
            notFoundContent={q === '' ? 'Type a name' : `No person with access to the ${thread.noun} has that name`}
            onChange={setBody}
            onSearch={setTyped}
            onSelect={({ key }) =>
              setChosen(before => [...before, ...people.filter(({ userId }) => String(userId) === key)])
            }
          />
        )}
      </FieldRow>
      <FilesInput
        id="note-file"
        legend="Attachment"
        files={files}
        most={1}
        error={undefined}
        onChange={setFiles}
        onBusy={setPreparing}
      />
      <div className="comment-send">
        {ours && (
          <Checkbox checked={isShown} onChange={event => setShown(event.target.checked)}>
            Visible to the customer
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
