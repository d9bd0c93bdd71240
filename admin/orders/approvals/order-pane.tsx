import { Failure } from '../../shell/failure.tsx'
import { LinesTable } from '../show/lines-table.tsx'
import { StepButtons } from '../show/step-buttons.tsx'
import { useOrder } from '../use-order.ts'
import { DecisionPanel } from './decision-panel.tsx'
import '../show/order-detail.css'

/** What a decision on an order needs, and the steps that decide it. */
export default function OrderPane({ id }: { id: number }) {
  const { data, error, refetch } = useOrder(id)
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">Loading...</p>
  const isPriced = data.lines.some(({ limitPrice }) => limitPrice !== undefined)
  return (
    <>
      <DecisionPanel wholeOrder={data} />
      {!isPriced && <LinesTable lines={data.lines} order={data.order} />}
      <div className="work-acts">
        <StepButtons wholeOrder={data} />
      </div>
    </>
  )
}
