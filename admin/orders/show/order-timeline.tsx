import { dayOf } from '../../../resources/define/dates.ts'
import type { OptionReader } from '../../../resources/option-words.ts'
import { historyStates } from '../../../resources/orders/order-status.ts'
import { stepText } from '../../../resources/orders/step-words.ts'
import { countText, dayInWords } from '../../derive/record/when.ts'
import { momentText } from '../../derive/value-text.ts'
import type { OrderStepRow } from '../order-rows.ts'
import { personNameOf } from '../order-words.ts'
import { useStatusReader } from './status-mark.tsx'

/** How many events there were, and the last one; null before the first. */
export function timelineInWords(steps: readonly OrderStepRow[], today: string, reader: OptionReader): string | null {
  const last = steps.at(-1)
  if (!last) return null
  return `${countText(steps.length, 'event')}, the last ${dayInWords(dayOf(last.at), today)}: ${stepText(last.step, reader)}`
}

/** The steps of an order, oldest first: who, when, from which status to which, and the remarks. */
export function OrderTimeline({ steps }: { steps: readonly OrderStepRow[] }) {
  const reader = useStatusReader()
  return (
    <ol className="timeline">
      {steps.map(step => (
        <li key={step.id}>
          <p className="timeline-head">
            <strong>{stepText(step.step, reader)}</strong>
            <span>
              {personNameOf(step.texts.actorId) ?? 'Bilty'}
              {step.texts.onBehalfOfId && <>, on behalf of {personNameOf(step.texts.onBehalfOfId)}</>}
            </span>
            <time dateTime={step.at} className="quiet">
              {momentText(step.at)}
            </time>
          </p>
          <p className="quiet">
            {step.fromStatus &&
              step.fromStatus !== step.toStatus &&
              `${historyStates[step.fromStatus] ?? step.fromStatus} → `}
            {historyStates[step.toStatus] ?? step.toStatus}
          </p>
          {step.remark && <p className="timeline-remark">{step.remark}</p>}
        </li>
      ))}
    </ol>
  )
}
