import type { TrackingStep } from '../../resources/dispatches/tracking-steps.ts'
import { momentText } from '../derive/value-text.ts'
import './tracking.css'

/** The steps of a consignment on its way, the oldest first. */
export function TrackSteps({ steps }: { steps: readonly TrackingStep[] }) {
  return (
    <ol className="track-steps">
      {steps.map(step => (
        <li key={`${step.code} ${step.at}`}>
          <strong>{step.label}</strong>
          <span className="quiet">{[momentText(step.at), step.location].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ol>
  )
}
