import { Button, Input } from 'antd'
import { type FormEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Fault } from '../../resources/define/validate.ts'
import type { NotYetSent, Tracked, track } from '../../resources/dispatches/commands/tracking.ts'
import { type TrackedBy, trackedBy } from '../../resources/dispatches/tracking-steps.ts'
import { ask, at } from '../derive/command/ask.ts'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { isRefusal } from '../shell/api.ts'
import { Standalone } from '../shell/standalone.tsx'
import { NotSent, TrackResult } from './track-result.tsx'
import './tracking.css'

const tracking = at<typeof track>('POST track')
const kinds: Readonly<Record<TrackedBy, string>> = {
  LR: 'LR',
  ORDER: 'Order',
  INVOICE: 'Invoice',
  SAP_ORDER: 'SAP order',
}
const types = (Object.keys(kinds) as TrackedBy[]).map(value => ({ value, label: kinds[value] }))

/** Four digits are the last of a mobile number; all else is meant as a PIN code. */
function proofOf(typed: string) {
  const digits = typed.replace(/\s/g, '')
  return digits.length === 4 ? { pincode: null, last4: digits } : { pincode: digits || null, last4: null }
}

/** Tracks a shipment. Open to everybody who knows its number and the matching PIN code or mobile number. */
export default function TrackShipment() {
  const [query] = useSearchParams()
  const [type, setType] = useState<TrackedBy>(
    Object.hasOwn(trackedBy, query.get('type') ?? '') ? (query.get('type') as TrackedBy) : 'LR',
  )
  const [faults, setFaults] = useState<Fault[]>([])
  const [said, setSaid] = useState('')
  const [answer, setAnswer] = useState<{ asked: string; goods: Tracked | NotYetSent } | null>(null)
  const [busy, setBusy] = useState(false)
  const alert = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const errorOf = (...names: string[]) => faults.find(({ field }) => names.includes(field))?.message

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => String(typed.get(name) ?? '').trim()
    const body = { type, number: text('number'), ...proofOf(text('proof')) }
    setFaults([])
    setSaid('')
    setAnswer(null)
    setBusy(true)
    try {
      const goods = await ask(tracking, body)
      const proof = body.last4 ? `mobile ending in ${body.last4}` : `PIN code ${body.pincode}`
      setAnswer({ asked: `${kinds[type]} ${body.number}, ${proof}`, goods })
    } catch (error) {
      const refusal = isRefusal(error) ? error : undefined
      if (refusal?.statusCode === 400) setFaults(refusal.faults)
      else setSaid(refusal?.message ?? 'Something went wrong.')
      requestAnimationFrame(() => alert.current?.focus())
    } finally {
      setBusy(false)
    }
  }

  function another() {
    setAnswer(null)
    requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>('[name=number]')?.select())
  }

  return (
    <Standalone title="Track Shipment" banners="TRACKING">
      <div role="alert" ref={alert} tabIndex={-1} className="login-wrong">
        {said}
      </div>
      {answer && (
        <p className="track-asked">
          {answer.asked} ·{' '}
          <Button type="link" onClick={another}>
            Another shipment
          </Button>
        </p>
      )}
      <form
        ref={form}
        onSubmit={event => void submit(event)}
        className={answer ? 'track-row is-answered' : 'track-row'}
        noValidate
      >
        <ChoiceRow
          id="track-type"
          label="Number of"
          error={errorOf('type')}
          options={types}
          value={type}
          onChange={setType}
        />
        <FieldRow id="track-number" label={trackedBy[type]} required error={errorOf('number')}>
          {({ status, ...control }) => (
            <Input
              {...control}
              status={status ?? ''}
              name="number"
              maxLength={20}
              autoComplete="off"
              autoCapitalize="characters"
              defaultValue={query.get('number') ?? ''}
            />
          )}
        </FieldRow>
        <FieldRow
          id="track-proof"
          label="Delivery PIN code or last 4 of the mobile"
          required
          error={errorOf('pincode', 'last4')}
        >
          {({ status, ...control }) => (
            <Input
              {...control}
              status={status ?? ''}
              name="proof"
              maxLength={7}
              inputMode="numeric"
              autoComplete="postal-code"
            />
          )}
        </FieldRow>
        <Button type={answer ? 'default' : 'primary'} htmlType="submit" size="large" loading={busy}>
          Track
        </Button>
      </form>
      {answer &&
        ('lrNo' in answer.goods ? <TrackResult consignment={answer.goods} /> : <NotSent goods={answer.goods} />)}
    </Standalone>
  )
}
