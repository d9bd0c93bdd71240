import { Button, Input } from 'antd'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
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
const types = (Object.keys(trackedBy) as TrackedBy[]).map(value => ({ value, label: trackedBy[value] }))

/** Tracks a shipment. Open to everybody who knows its number and the matching PIN code or mobile number. */
export default function TrackShipment() {
  const [query] = useSearchParams()
  const [type, setType] = useState<TrackedBy>(
    Object.hasOwn(trackedBy, query.get('type') ?? '') ? (query.get('type') as TrackedBy) : 'LR',
  )
  const [faults, setFaults] = useState<Fault[]>([])
  const [said, setSaid] = useState('')
  const [consignment, setConsignment] = useState<Tracked | NotYetSent | null>(null)
  const [busy, setBusy] = useState(false)
  const alert = useRef<HTMLDivElement>(null)
  const errorOf = (name: string) => faults.find(({ field }) => field === name)?.message

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim() || null
    const body = { type, number: text('number') ?? '', pincode: text('pincode'), last4: text('last4') }
    setFaults([])
    setSaid('')
    setConsignment(null)
    setBusy(true)
    try {
      setConsignment(await ask(tracking, body))
    } catch (error) {
      const refusal = isRefusal(error) ? error : undefined
      if (refusal?.statusCode === 400) setFaults(refusal.faults)
      else setSaid(refusal?.message ?? 'Something went wrong.')
      requestAnimationFrame(() => alert.current?.focus())
    } finally {
      setBusy(false)
    }
  }

  return (
    <Standalone title="Track Shipment" banners="TRACKING">
      <form onSubmit={event => void submit(event)} className="track-form" noValidate>
        <div role="alert" ref={alert} tabIndex={-1} className="login-wrong">
          {said}
        </div>
        <ChoiceRow
          id="track-type"
          label="What do you have?"
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
        <fieldset className="track-proof">
          <legend>And one of these two</legend>
          <FieldRow id="track-pincode" label="PIN code of the delivery address" error={errorOf('pincode')}>
            {({ status, ...control }) => (
              <Input
                {...control}
                status={status ?? ''}
                name="pincode"
                maxLength={6}
                inputMode="numeric"
                autoComplete="postal-code"
              />
            )}
          </FieldRow>
          <FieldRow id="track-last4" label="Last 4 digits of the mobile number" error={errorOf('last4')}>
            {({ status, ...control }) => (
              <Input
                {...control}
                status={status ?? ''}
                name="last4"
                maxLength={4}
                inputMode="numeric"
                autoComplete="off"
              />
            )}
          </FieldRow>
        </fieldset>
        <Button type="primary" htmlType="submit" block size="large" loading={busy}>
          Track
        </Button>
      </form>
      {consignment &&
        ('lrNo' in consignment ? <TrackResult consignment={consignment} /> : <NotSent goods={consignment} />)}
      <Link to="/">To the portal</Link>
    </Standalone>
  )
}
