import { Failure } from '../../shell/failure.tsx'
import { StepButtons } from '../show/step-buttons.tsx'
import { useOrder } from '../use-order.ts'
import { ApproveAt } from './approve-at.tsx'
import { DecisionBrief } from './decision-brief.tsx'
import { useDecision, Why } from './decision-panel.tsx'

/** What a decision on an order needs, and the steps that decide it. */
export default function OrderPane({ id }: { id: number }) {
  const { data, error, refetch } = useOrder(id)
  const decision = useDecision(data?.order).data
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">Loading...</p>
  return (
    <>
      {decision?.task?.onBehalfOf && <Why task={{ ...decision.task, reason: null }} />}
      {decision && <DecisionBrief decision={decision} lines={data.lines} />}
      <div className="work-acts">
        <StepButtons
          wholeOrder={data}
          beside={decision?.task && <ApproveAt wholeOrder={data} task={decision.task} />}
        />
      </div>
    </>
  )
}
