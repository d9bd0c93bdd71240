import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import type { changeMyContact } from '../../resources/access-control/commands/my-details.ts'
import { ask, at } from '../derive/command/ask.ts'
import { FieldRow } from '../derive/form/field-row.tsx'
import { isRefusal } from '../shell/api.ts'
import { showSuccess } from '../shell/notices/notices.ts'

const contact = at<typeof changeMyContact>('POST my-contact')

/** Changes the person's own e-mail: a code goes to the new address, and entering it here confirms the change. */
export function NewEmail({ onChanged }: { onChanged: () => Promise<unknown> }) {
  const [sentTo, setSentTo] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const target = event.currentTarget
    const entered = String(new FormData(target).get('said') ?? '').trim()
    setBusy(true)
    setWrong(undefined)
    try {
      if (sentTo) {
        await ask(contact, { code: entered })
        showSuccess(`Your e-mail is now ${sentTo}.`)
        setSentTo('')
        await onChanged()
      } else setSentTo((await ask(contact, { email: entered })).sentTo ?? '')
      target.reset()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setWrong(error.message)
    } finally {
      setBusy(false)
    }
  }

  const [label, hint] = sentTo
    ? ['Code', `Six digits, mailed to ${sentTo}, valid for ten minutes`]
    : ['New e-mail', 'We mail a code to it to verify that it is yours']
  return (
    <form onSubmit={submit} noValidate className="new-password contact-email">
      <FieldRow id="contact-said" key={label} label={label!} error={wrong} hint={hint}>
        {({ status, ...control }) => (
          <Input
            {...control}
            status={status ?? ''}
            name="said"
            maxLength={sentTo ? 6 : 254}
            inputMode={sentTo ? 'numeric' : 'email'}
            autoComplete={sentTo ? 'one-time-code' : 'email'}
          />
        )}
      </FieldRow>
      <span className="notice-actions">
        <Button htmlType="submit" loading={busy}>
          {sentTo ? 'Use this e-mail' : 'Mail me a code'}
        </Button>
        {sentTo && <Button onClick={() => setSentTo('')}>Back</Button>}
      </span>
    </form>
  )
}
