import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { NotYetSent, Tracked } from '../../resources/dispatches/commands/tracking.ts'
import { statusText } from '../../resources/dispatches/lr-status.ts'
import type { Tone } from '../derive/record/record-header.ts'
import { Status } from '../derive/record/status.tsx'
import { countText, lateBy, plainDay, readOn } from '../derive/record/when.ts'
import { deskAddress } from '../shell/company.ts'
import { stepInWords, TrackSteps } from './track-steps.tsx'

const toneOf: Record<Tracked['status'], Tone> = {
  BOOKED: 'wait',
  IN_TRANSIT: 'go',
  AT_HUB: 'go',
  OUT_FOR_DELIVERY: 'go',
  DELIVERED: 'ok',
  PARTIAL_DELIVERED: 'bad',
  UNDELIVERED: 'bad',
  RETURNED: 'bad',
  LOST: 'bad',
  CANCELLED: 'end',
}
const ENDED: readonly Tracked['status'][] = ['DELIVERED', 'RETURNED', 'LOST', 'CANCELLED']

/** The answer to the question where a shipment is: what and from where to where, its state, then the promise and its way. */
export function TrackResult({ consignment }: { consignment: Tracked }) {
  const head = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus
  useEffect(() => head.current?.focus(), [consignment])
  const today = readOn()
  const { lrNo, status, fromCity, toCity, steps, expectedOn, deliveredOn } = consignment
  const last = steps.at(-1)
  const isOpen = !ENDED.includes(status)
  const late = isOpen ? lateBy(expectedOn, today) : undefined
  const way = fromCity === toCity ? `within ${toCity}` : `${fromCity} to ${toCity}`
  return (
    <section className="track-result" aria-labelledby="track-result">
      <h2 id="track-result" tabIndex={-1} ref={head}>
        {countText(consignment.packages, 'package')}, {way}
      </h2>
      <p className="quiet">
        LR {lrNo} · <Transporter consignment={consignment} /> · left {plainDay(consignment.dispatchedOn, today)}
      </p>
      <p className="track-state">
        <Status tone={toneOf[status]} word={statusText(status, 'buyer')} />
        {last && <span>{[stepInWords(last, today), last.location].filter(Boolean).join(', ')}</span>}
      </p>
      <dl className="track-promise">
        <Fact name="Promised" isLate={late !== undefined} says={late}>
          {plainDay(expectedOn, today)}
        </Fact>
        {deliveredOn && <Fact name="Delivered">{plainDay(deliveredOn, today)}</Fact>}
        <Fact name="Packages" says="all on this LR">
          {consignment.packages}
        </Fact>
        <Fact name="Proof of delivery" says={consignment.podAvailable ? 'when you sign in' : 'after delivery'}>
          {consignment.podAvailable ? 'Ready' : '–'}
        </Fact>
      </dl>
      <div className={steps.length > 5 ? undefined : 'track-way'}>
        <TrackSteps
          steps={steps}
          next={
            isOpen
              ? { label: 'Delivered', says: late ? toCity : `${toCity}, ${plainDay(expectedOn, today)}` }
              : undefined
          }
        />
      </div>
      <p>
        Tracking number {consignment.shipmentNo}. <Link to="/login">Sign in</Link> for the papers
        {deskAddress && (
          <>
            , or{' '}
            <a href={`mailto:${deskAddress}?subject=${encodeURIComponent(`LR ${lrNo}`)}`}>write to the service desk</a>
          </>
        )}
        .
      </p>
      {consignment.others.length > 0 && (
        <>
          <h3>Other shipments</h3>
          <ul>
            {consignment.others.map(other => (
              <li key={other.shipmentNo}>
                LR {other.lrNo} of {plainDay(other.dispatchedOn, today)}: {other.statusLabel}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Transporter({ consignment: { transporter, transporterLink } }: { consignment: Tracked }) {
  if (!transporterLink) return transporter
  return (
    <a href={transporterLink} target="_blank" rel="noreferrer noopener">
      {transporter}
      <span className="for-readers"> (opens the transporter’s page in a new tab)</span>
    </a>
  )
}

function Fact({
  name,
  isLate = false,
  says,
  children,
}: {
  name: string
  isLate?: boolean
  says?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={isLate ? 'is-late' : undefined}>
      <dt>{name}</dt>
      <dd>
        <strong>{children}</strong>
        {says && <small>{says}</small>}
      </dd>
    </div>
  )
}

const nextOf: Record<NotYetSent['stage'], string> = {
  WAITING: 'No transporter has the goods yet. Check again after you receive the dispatch message.',
  READY: 'Bring the code that was sent to you, and the papers it names.',
  COLLECTED: 'The goods were handed over.',
  SHIPPED_BY_OUR_SUPPLIER: 'The goods come from our supplier. Ask us for their dispatch details.',
  NOTHING_TO_SEND: 'There are no goods to wait for.',
  CANCELLED: 'Nothing will be sent for this number.',
}

/** Goods that no transporter has: what they wait for. */
export function NotSent({ goods }: { goods: NotYetSent }) {
  const head = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus
  useEffect(() => head.current?.focus(), [goods])
  return (
    <section className="track-result" aria-labelledby="track-result">
      <h2 id="track-result" tabIndex={-1} ref={head}>
        {goods.stageLabel}
      </h2>
      <p>
        {goods.number} of {plainDay(goods.since, readOn())}. {nextOf[goods.stage]}
      </p>
    </section>
  )
}
