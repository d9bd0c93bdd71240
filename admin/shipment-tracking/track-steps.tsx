import type { TrackingStep } from '../../resources/dispatches/tracking-steps.ts'
import { momentInWords, readOn } from '../derive/record/when.ts'
import './tracking.css'

const FAILED: readonly TrackingStep['code'][] = ['UNDELIVERED', 'RETURNED', 'LOST']

/** The steps of a consignment on its way, the oldest first, and what is still to come. */
export function TrackSteps({
  steps,
  next,
}: {
  steps: readonly TrackingStep[]
  next?: { label: string; says: string } | undefined
}) {
  const today = readOn()
  return (
    <ol className="track-steps">
      {steps.map(step => (
        <li key={`${step.code} ${step.at}`} className={FAILED.includes(step.code) ? 'is-failed' : undefined}>
          <strong>{step.label}</strong>
          <span className="quiet">{[momentInWords(step.at, today), step.location].filter(Boolean).join(', ')}</span>
        </li>
      ))}
      {next && (
        <li className="is-next">
          <strong>{next.label}</strong>
          <span className="quiet">{next.says}</span>
        </li>
      )}
    </ol>
  )
}
