import { type OrderAction, orderProcess } from '../../../resources/orders/order-process.ts'
import { historyStates } from '../../../resources/orders/order-status.ts'
import { momentText } from '../../derive/value-text.ts'
import type { OrderStepRow } from '../order-rows.ts'
import { personNameOf } from '../order-words.ts'

/** The steps of an order, oldest first: who, when, from which status to which, and the remarks. */
export function OrderTimeline({ steps }: { steps: readonly OrderStepRow[] }) {
  return (
    <ol className="timeline">
      {steps.map(step => (
        <li key={step.id}>
          <p className="timeline-head">
            <strong>{orderProcess.steps[step.step as OrderAction]?.label ?? step.step}</strong>
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
