import type { TrackingStep } from '../../resources/dispatches/tracking-steps.ts'
import { dayInWords, momentInWords, readOn } from '../derive/record/when.ts'
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
        <li
          key={`${step.code} ${step.on} ${step.at} ${step.location}`}
          className={FAILED.includes(step.code) ? 'is-failed' : undefined}
        >
          <strong>{step.label}</strong>
          <span className="quiet">{[stepInWords(step, today), step.location].filter(Boolean).join(', ')}</span>
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

/** When a step was: its day, and its hour where one was said. */
export const stepInWords = ({ on, at }: Pick<TrackingStep, 'on' | 'at'>, today: string): string =>
  at === null ? dayInWords(on, today) : momentInWords(at, today)
