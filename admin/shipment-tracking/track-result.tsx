import { useEffect, useRef } from 'react'
import { dayText } from '../../resources/define/show.ts'
import type { NotYetSent, Tracked } from '../../resources/dispatches/commands/tracking.ts'
import { FactList } from '../shell/fact-list.tsx'
import { TrackSteps } from './track-steps.tsx'

/** The tracking result: the state in one line, the steps of the way, and the facts below. */
export function TrackResult({ consignment }: { consignment: Tracked }) {
  const head = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer takes the focus
  useEffect(() => head.current?.focus(), [consignment])
  const facts: [string, React.ReactNode][] = [
    ['From', consignment.fromCity],
    ['To', consignment.toCity],
    ['Dispatched', dayText(consignment.dispatchedOn)],
    ['Expected', dayText(consignment.expectedOn)],
    ['Delivered', consignment.deliveredOn && dayText(consignment.deliveredOn)],
    ['Packages', consignment.packages],
    [
      'Transporter',
      consignment.transporterLink ? (
        <a key="transporter" href={consignment.transporterLink} target="_blank" rel="noreferrer noopener">
          {consignment.transporter}
          <span className="for-readers"> (opens the transporter’s page in a new tab)</span>
        </a>
      ) : (
        consignment.transporter
      ),
    ],
    ['LR no', consignment.lrNo],
    ['Tracking number', consignment.shipmentNo],
    ['Proof of delivery', consignment.podAvailable ? 'Available: sign in to view it' : null],
  ]
  return (
    <section className="track-result" aria-labelledby="track-result">
      <h2 id="track-result" tabIndex={-1} ref={head}>
        {consignment.statusLabel}
      </h2>
      <TrackSteps steps={consignment.steps} />
      <FactList className="track-facts" facts={facts} />
      {consignment.others.length > 0 && (
        <>
          <h3>Other shipments</h3>
          <ul>
            {consignment.others.map(other => (
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
        {goods.number} of {dayText(goods.since)}. {nextOf[goods.stage]}
      </p>
    </section>
  )
}
