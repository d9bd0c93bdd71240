import { useEffect, useRef } from 'react'
import { dayText } from '../../resources/define/show.ts'
import type { NotYetSent, Tracked } from '../../resources/dispatches/commands/tracking.ts'
import { FactList } from '../shell/fact-list.tsx'
import { TrackSteps } from './track-steps.tsx'

/** The tracking result: the state in one line, the steps of the way, and the facts below. */
export function TrackResult({ found }: { found: Tracked }) {
  const head = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus
  useEffect(() => head.current?.focus(), [found])
  const facts: [string, React.ReactNode][] = [
    ['From', found.fromCity],
    ['To', found.toCity],
    ['Dispatched', dayText(found.dispatchedOn)],
    ['Expected', dayText(found.expectedOn)],
    ['Delivered', found.deliveredOn && dayText(found.deliveredOn)],
    ['Packages', found.packages],
    [
      'Transporter',
      found.transporterLink ? (
        <a key="transporter" href={found.transporterLink} target="_blank" rel="noreferrer noopener">
          {found.transporter}
          <span className="for-readers"> (opens the transporter’s page in a new tab)</span>
        </a>
      ) : (
        found.transporter
      ),
    ],
    ['LR number', found.lrNo],
    ['Tracking number', found.shipmentNo],
    ['Proof of delivery', found.podAvailable ? 'Available: sign in to view it' : null],
  ]
  return (
    <section className="track-result" aria-labelledby="track-result">
      <h2 id="track-result" tabIndex={-1} ref={head}>
        {found.statusLabel}
      </h2>
      <TrackSteps steps={found.steps} />
      <FactList className="track-facts" facts={facts} />
      {found.others.length > 0 && (
        <>
          <h3>Other shipments</h3>
          <ul>
            {found.others.map(other => (
              <li key={other.shipmentNo}>
                LR {other.lrNo} of {dayText(other.dispatchedOn)}: {other.statusLabel}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const nextOf: Record<NotYetSent['stage'], string> = {
  WAITING: 'No transporter has the goods yet. Check again after you receive the dispatch message.',
  READY: 'Bring the code that was sent to you, and the papers it names.',
  COLLECTED: 'The goods were handed over.',
  CANCELLED: 'Nothing will be sent for this number.',
}

/** Goods that no transporter has: what they wait for. */
export function NotSent({ found }: { found: NotYetSent }) {
  const head = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus
  useEffect(() => head.current?.focus(), [found])
  return (
    <section className="track-result" aria-labelledby="track-result">
      <h2 id="track-result" tabIndex={-1} ref={head}>
        {found.stageLabel}
      </h2>
      <p>
        {found.number} of {dayText(found.since)}. {nextOf[found.stage]}
      </p>
    </section>
  )
}
