import { Button, Input } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '../../resources/define/command.ts'
import { type OptOutTopic, optOutTopics, optOutWords } from '../../resources/opt-out-topics.ts'
import type * as tracking from '../../resources/shipment-tracking/commands.ts'
import { ask, at, useCommand } from '../derive/command/ask.ts'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { isRefusal } from '../shell/api.ts'
import { Standalone } from '../shell/standalone.tsx'
import { Waiting } from '../shell/waiting.tsx'
import './tracking.css'

const openLink = at<typeof tracking.openOptOutLink>('POST opt-out-links')
const optOut = at<typeof tracking.optOut>('POST opt-outs')
const mailLink = at<typeof tracking.mailOptOutLink>('POST opt-out-mails')

const sentence = (error: unknown) => (isRefusal(error) ? error.message : 'Something went wrong.')

/** Unsubscribes from e-mails: at once with the link of a mail, else after requesting a link. */
export default function OptOut() {
  const [token] = useState(() => window.location.hash.slice(1))
  return (
    <Standalone title="Opt Out">
      {token ? <Confirm token={token} /> : <Ask />}
      <Link to="/">To the portal</Link>
    </Standalone>
  )
}

/** What the link unsubscribes from, and the button that does it. Opening the page changes nothing. */
function Confirm({ token }: { token: string }) {
  const [silence, setSilence] = useState<AnswerOf<typeof tracking.openOptOutLink>>()
  const [wrong, setWrong] = useState('')
  const { send, busy, faults } = useCommand(optOut, { onDone: done => setSilence({ ...done, isOut: true }) })
  useEffect(() => {
    ask(openLink, { token }).then(setSilence, error => setWrong(sentence(error)))
  }, [token])

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
        {faults[0]?.message}
      </div>
      <Button type="primary" size="large" block loading={busy} onClick={() => send({ token })}>
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
  const { send, answer, busy, faults, errorOf } = useCommand(mailLink)
  const wrong = faults.find(({ field }) => field !== 'email')?.message

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '')
    send({ email, topic })
  }

  if (answer) return <p role="status">{answer.message}</p>
  return (
    <form onSubmit={submit} className="track-form" noValidate>
      <div role="alert" className="login-wrong">
        {wrong}
      </div>
      <FieldRow id="opt-out-email" label="Your e-mail" required error={errorOf('email')}>
        {({ status, ...control }) => (
          <Input {...control} status={status ?? ''} name="email" type="email" maxLength={254} autoComplete="email" />
        )}
      </FieldRow>
      <ChoiceRow id="opt-out-topic" label="Which e-mails?" options={topics} value={topic} onChange={setTopic} />
      <Button type="primary" htmlType="submit" block size="large" loading={busy}>
        Mail me the link
      </Button>
    </form>
  )
}
