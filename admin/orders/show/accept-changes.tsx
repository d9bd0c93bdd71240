import { changeText } from '../../../resources/orders/terms/terms.ts'
import { useDecision } from '../approvals/decision-panel.tsx'
import type { StepFormProps } from './step-form.ts'

/** What differs from the order that the customer placed or saw last: whoever accepts it accepts that too. */
export default function AcceptChanges({ order }: StepFormProps) {
  const { data } = useDecision({ id: order.id, status: 'PENDING' })
  if (!data || data.changes.length === 0) return null
  return (
    <>
      <p>This was changed since the order was placed:</p>
      <ul>
        {data.changes.map(change => (
          <li key={`${change.lineNo} ${change.product} ${change.what}`}>{changeText(change)}</li>
        ))}
      </ul>
    </>
  )
}
