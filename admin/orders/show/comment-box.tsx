import { useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Mentions } from 'antd'
import { useState } from 'react'
import type { findMentionable, Mentionable, writeComment } from '../../../resources/orders/commands/comments.ts'
import { usePerson } from '../../account/person.ts'
import { Refusals } from '../../derive/action/refusals.tsx'
import { ask, at, useAsk } from '../../derive/command/ask.ts'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { isRefusal } from '../../shell/api.ts'
import { createSendOnce } from '../../shell/idempotency-key.ts'
import { useDebounced } from '../../shell/use-debounced.ts'

/** Adds a comment to an order; @ finds colleagues, who are notified. Internal unless marked for the customer. */
export function CommentBox({ orderId }: { orderId: number }) {
  const { user } = usePerson()
  const client = useQueryClient()
  const ours = user.userType === 'EMPLOYEE'
  const [body, setBody] = useState('')
  const [shown, setShown] = useState(false)
  const [chosen, setChosen] = useState<readonly Mentionable[]>([])
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string[]>([])
  const [sendOnce] = useState(createSendOnce)
  const q = useDebounced(typed, 200)
  const { data: people = [] } = useAsk(
    at<typeof findMentionable>('GET order-mentions'),
    { orderId, q },
    { enabled: ours && q !== '' },
  )

  async function send() {
    if (busy) return
    const mentions = chosen.filter(({ name }) => body.includes(`@${name}`)).map(({ id }) => id)
    const comment = { orderId, body: body.trim(), ...(ours && { isInternal: !shown }), mentions }
    setBusy(true)
    setRefusal([])
    try {
      await sendOnce(JSON.stringify(comment), headers =>
        ask(at<typeof writeComment>('POST order-comments'), comment, headers),
      )
      // Text typed since belongs to the next comment.
      setBody(now => (now.startsWith(body) ? now.slice(body.length).trimStart() : now))
      setChosen([])
      void client.invalidateQueries({ queryKey: ['order-comments', orderId] })
    } catch (error) {
      if (!isRefusal(error)) throw error
      setRefusal([error.message])
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="comment-box">
      <FieldRow id="comment-body" label={ours ? 'Comment, @ names a colleague' : 'Comment'}>
        {({ status, ...control }) => (
          <Mentions
            {...control}
            status={status ?? ''}
            rows={2}
            maxLength={1000}
            value={body}
            options={people.map(({ id, name }) => ({ key: String(id), value: name, label: name }))}
            notFoundContent={q === '' ? 'Type a name' : 'No colleague with this name in the SBU'}
            onChange={setBody}
            onSearch={setTyped}
            onSelect={({ key, value }) => setChosen(before => [...before, { id: Number(key), name: String(value) }])}
            onKeyDown={event => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && body.trim()) void send()
            }}
          />
        )}
      </FieldRow>
      <div className="comment-send">
        {ours && (
          <Checkbox checked={shown} onChange={event => setShown(event.target.checked)}>
            Visible to the customer
          </Checkbox>
        )}
        <Button loading={busy} disabled={body.trim() === ''} onClick={() => void send()}>
          Comment
        </Button>
      </div>
      <Refusals sentences={refusal} />
    </div>
  )
}
