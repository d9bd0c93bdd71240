import { useQuery } from '@tanstack/react-query'
import { order } from '../../../resources/orders/order.ts'
import type { Trace } from '../../../resources/orders/trace.ts'
import type { Refusal } from '../../shell/api.ts'
import { Failure } from '../../shell/failure.tsx'
import { rowsOf } from '../../shell/rows.ts'
import type { OrderRow } from '../order-rows.ts'
import { ExplainButton, ExplainedTrace } from './explain.tsx'

/**
 * Explains why an order is in error, or why its last submit was refused: every rule checked, as stored with the order.
 */
export function ExplainStop({ order, trace }: { order: Pick<OrderRow, 'orderNo' | 'status'>; trace: Trace }) {
  const refused = order.status === 'DRAFT'
  return (
    <ExplainButton
      of={refused ? 'why the last submit was refused' : 'the error'}
      label={refused ? 'Why was it refused?' : 'Explain'}
      title={`Why was ${order.orderNo} stopped?`}
    >
      {() => <Stop trace={trace} />}
    </ExplainButton>
  )
}

/** The same in a list of orders; fetches the trace on demand. */
export function ExplainListedStop({ id, orderNo }: { id: number; orderNo: string }) {
  return (
    <ExplainButton of={`the error of ${orderNo}`} title={`Why was ${orderNo} stopped?`}>
      {() => <SavedStop id={id} />}
    </ExplainButton>
  )
}

function SavedStop({ id }: { id: number }) {
  const { data, error, refetch } = useQuery<OrderRow, Refusal>({
    queryKey: ['orders', 'one', id, 'row'],
    queryFn: () => rowsOf(order).at<OrderRow>(id),
  })
  if (error) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <p role="status">Loading...</p>
  if (data.errorTrace) return <Stop trace={data.errorTrace} />
  return (
    <>
      <p>{data.errorText}</p>
      <p className="quiet">Refused by SAP, not by a rule of the portal:</p>
    </>
  )
}

const Stop = ({ trace }: { trace: Trace }) => (
  <ExplainedTrace
    trace={trace}
    label={trace.kind === 'approval' ? 'How an approver was looked for' : 'What the rules said'}
  />
)
