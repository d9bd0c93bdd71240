import { Button, Input } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import type { AnswerOf } from '../../resources/define/command.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { type OptOutTopic, optOutTopics, optOutWords } from '../../resources/opt-out-topics.ts'
import type * as declared from '../../resources/shipment-tracking/commands/opt-out.ts'
import { ask, at } from '../derive/command/ask.ts'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { isRefusal } from '../shell/api.ts'
import { Standalone } from '../shell/standalone.tsx'
import { Waiting } from '../shell/waiting.tsx'
import './tracking.css'

const openLink = at<typeof declared.openOptOutLink>('POST opt-out-links')
const optOut = at<typeof declared.optOut>('POST opt-outs')
const mailLink = at<typeof declared.mailOptOutLink>('POST opt-out-mails')

const sentence = (error: unknown) => (isRefusal(error) ? error.message : 'Something went wrong.')

/** Unsubscribes from e-mails: at once with the link of a mail, else after requesting a link. */
export default function OptOut() {
  const [token] = useState(() => window.location.hash.slice(1))
  return <Standalone title="Stop messages">{token ? <Confirm token={token} /> : <Ask />}</Standalone>
}

/** What the link unsubscribes from, and the button that does it. Opening the page changes nothing. */
function Confirm({ token }: { token: string }) {
  const [silence, setSilence] = useState<AnswerOf<typeof declared.openOptOutLink>>()
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    ask(openLink, { token }).then(setSilence, error => setWrong(sentence(error)))
  }, [token])

  async function confirm() {
    setBusy(true)
    setWrong('')
    try {
      setSilence({ ...(await ask(optOut, { token })), isOut: true })
    } catch (error) {
      setWrong(sentence(error))
    }
    setBusy(false)
  }

  if (!silence) return wrong ? <p role="alert">{wrong}</p> : <Waiting />
  const { address, topic, isOut } = silence
  if (isOut)
    return (
      <p role="status">
        {address} no longer receives e-mails about {optOutWords[topic]}. To receive e-mails again, write to customer
        service.
      </p>
    )
  return (
    <>
      <p>
        Shall {address} get no more e-mails about {optOutWords[topic]}?
      </p>
      <div role="alert" className="login-wrong">
        {wrong}
      </div>
      <Button type="primary" size="large" loading={busy} onClick={() => void confirm()}>
        Unsubscribe
      </Button>
    </>
  )
}

const topics = optOutTopics.map(value => ({
  value,
  label: value === 'ALL' ? 'All but passwords, codes and payments' : `E-mails about ${optOutWords[value]}`,
}))

/** Requests the link: only a person who reads the mails of an address may unsubscribe it. */
function Ask() {
  const [topic, setTopic] = useState<OptOutTopic>('ALL')
  const [faults, setFaults] = useState<Fault[]>([])
  const [wrong, setWrong] = useState('')
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '')
    setFaults([])
    setWrong('')
    setBusy(true)
    try {
      setMessage((await ask(mailLink, { email, topic })).message)
    } catch (error) {
      const refusal = isRefusal(error) ? error : undefined
      if (refusal?.statusCode === 400) setFaults(refusal.faults)
      else setWrong(sentence(error))
    }
    setBusy(false)
  }

  if (message) return <p role="status">{message}</p>
  return (
    <form onSubmit={event => void submit(event)} className="track-form" noValidate>
      <div role="alert" className="login-wrong">
        {wrong}
      </div>
      <FieldRow
        id="opt-out-email"
        label="Your e-mail"
        required
        error={faults.find(({ field }) => field === 'email')?.message}
      >
        {({ status, ...control }) => (
          <Input {...control} status={status ?? ''} name="email" type="email" maxLength={254} autoComplete="email" />
        )}
      </FieldRow>
      <ChoiceRow id="opt-out-topic" label="Which e-mails?" options={topics} value={topic} onChange={setTopic} />
      <Button type="primary" htmlType="submit" size="large" loading={busy}>
        Mail me the link
      </Button>
    </form>
  )
}
