import { Button } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { type FormEvent, useEffect, useState } from 'react'
import { dayText } from '../../resources/define/show.ts'
import type { Fault } from '../../resources/define/validate.ts'
import type * as declared from '../../resources/shipment-tracking/commands/feedback.ts'
import { ask, at } from '../derive/command/ask.ts'
import { FaultSummary } from '../derive/form/fault-summary.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { isRefusal } from '../shell/api.ts'
import { FactList } from '../shell/fact-list.tsx'
import { Standalone } from '../shell/standalone.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { Scale } from './feedback/scale.tsx'
import './tracking.css'

const sentence = (error: unknown) => (isRefusal(error) ? error.message : 'Something went wrong.')
const FORM = 'feedback'
const openLink = at<typeof declared.openFeedbackLink>('POST feedback-links')
const giveFeedback = at<typeof declared.giveFeedback>('POST given-feedback')

/** Rates one delivery by the link of a message, once and without a sign-in. Opening the page changes nothing. */
export default function Feedback() {
  const [token] = useState(() => window.location.hash.slice(1))
  const [request, setRequest] = useState<declared.FeedbackRequest>()
  const [wrong, setWrong] = useState('')
  const [thanks, setThanks] = useState('')
  useEffect(() => {
    ask(openLink, { token }).then(setRequest, error => setWrong(sentence(error)))
  }, [token])
  return (
    <Standalone title="How was the delivery?">
      {thanks ? (
        <p role="status">{thanks}</p>
      ) : request ? (
        <>
          <FactList
            className="track-facts"
            facts={[
              ['LR', request.lrNo],
              ['Transporter', request.transporter],
              ['Delivered', request.deliveredOn === null ? null : dayText(request.deliveredOn)],
              ['Packages', request.packages],
              ['To', request.toCity],
            ]}
          />
          <Form token={token} onGiven={setThanks} />
        </>
      ) : wrong ? (
        <p role="alert">{wrong}</p>
      ) : (
        <Waiting />
      )}
    </Standalone>
  )
}

function Form({ token, onGiven }: { token: string; onGiven: (thanks: string) => void }) {
  const [faults, setFaults] = useState<Fault[]>([])
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const errorOf = (name: string) => faults.find(({ field }) => field === name)?.message

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const scale = (name: string) => (form.get(name) ? Number(form.get(name)) : null)
    const answer = {
      token,
      // A missing answer is refused by name.
      rating: scale('rating') as number,
      packagingRating: scale('packagingRating'),
      timelinessRating: scale('timelinessRating'),
      driverRating: scale('driverRating'),
      ...(form.has('goodsOk') && { goodsOk: form.get('goodsOk') === 'yes' }),
      comments: String(form.get('comments') ?? '').trim() || null,
    }
    setBusy(true)
    try {
      onGiven((await ask(giveFeedback, answer)).message)
    } catch (error) {
      const refusal = isRefusal(error) ? error : undefined
      setFaults(refusal?.faults.length ? refusal.faults : [{ field: '', code: '', message: sentence(error) }])
      setAttempt(count => count + 1)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={event => void submit(event)} className="track-form" noValidate>
      <FaultSummary faults={faults} attempt={attempt} formId={FORM} />
      <Scale id={`${FORM}-rating`} name="rating" legend="Overall" required error={errorOf('rating')} />
      <fieldset className="scale" aria-describedby={errorOf('goodsOk') ? `${FORM}-goodsOk-error` : undefined}>
        <legend>
          Were the goods in order?
          <span className="required" aria-hidden="true">
            {' '}
            *
          </span>
        </legend>
        <div className="scale-steps">
          {(['yes', 'no'] as const).map((answer, index) => (
            <label key={answer}>
              <input
                type="radio"
                name="goodsOk"
                value={answer}
                id={index === 0 ? `${FORM}-goodsOk` : undefined}
                required
              />
              <span>{answer === 'yes' ? 'Yes' : 'No'}</span>
            </label>
          ))}
        </div>
        {errorOf('goodsOk') && (
          <span id={`${FORM}-goodsOk-error`} className="field-error">
            {errorOf('goodsOk')}
          </span>
        )}
      </fieldset>
      <Scale
        id={`${FORM}-packagingRating`}
        name="packagingRating"
        legend="Packaging"
        error={errorOf('packagingRating')}
      />
      <Scale
        id={`${FORM}-timelinessRating`}
        name="timelinessRating"
        legend="Timeliness"
        error={errorOf('timelinessRating')}
      />
      <Scale id={`${FORM}-driverRating`} name="driverRating" legend="Driver" error={errorOf('driverRating')} />
      <FieldRow id={`${FORM}-comments`} label="What should we know?" error={errorOf('comments')}>
        {({ status, ...control }) => (
          <TextArea {...control} status={status ?? ''} name="comments" maxLength={1000} autoSize={{ minRows: 3 }} />
        )}
      </FieldRow>
      <Button type="primary" htmlType="submit" size="large" loading={busy}>
        Send feedback
      </Button>
    </form>
  )
}
