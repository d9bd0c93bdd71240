import { rupees } from '../../../resources/define/show.ts'
import { isUnpaid } from '../../../resources/payments/payment-states.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { RecordRows } from '../../derive/record/sections.tsx'
import { Failure } from '../../shell/failure.tsx'
import { type PaymentRow, type PlanRow, usePlan } from './payment-api.ts'

/** What a payment is meant for while nothing was captured: each open item with its amount and the tax deducted. */
export function Plan({ payment }: { payment: PaymentRow }) {
  const { data, error, refetch } = usePlan(payment.id)
  const state = isUnpaid(payment) ? 'Not paid' : 'Waits for the payment'
  const withTax = data?.some(({ tdsAmount }) => tdsAmount > 0)
  const columns: readonly PlainColumn<PlanRow>[] = [
    { head: 'Document', value: row => row.documentNo },
    { head: 'Amount', right: true, value: row => rupees(row.amount) },
    ...(withTax ? [{ head: 'TDS', right: true, value: (row: PlanRow) => rupees(row.tdsAmount) }] : []),
    { head: 'Status', value: () => state },
  ]
  return (
    <RecordRows title="What it pays">
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p>Advance: the amount is for the customer’s account.</p>}
      {data && data.length > 0 && <PlainGrid label="What it pays" rows={data} columns={columns} />}
    </RecordRows>
  )
}
