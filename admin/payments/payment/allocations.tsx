import { rupees } from '../../../resources/define/show.ts'
import { isPaid, isUnpaid, type PaymentState } from '../../../resources/payments/payment-states.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { Failure } from '../../shell/failure.tsx'
import { type AllocationRow, type PaymentRow, useAllocations } from './payment-api.ts'

/** What a payment settles: each open item with its amount and the tax that was deducted. */
export function Allocations({ payment }: { payment: PaymentRow }) {
  const { data, error, refetch } = useAllocations(payment.id)
  const withTax = data?.some(({ tdsAmount }) => tdsAmount > 0)
  const columns: readonly PlainColumn<AllocationRow>[] = [
    { head: 'Document', value: row => row.documentNo },
    { head: 'Amount', right: true, value: row => rupees(row.amount) },
    ...(withTax ? [{ head: 'TDS', right: true, value: (row: AllocationRow) => rupees(row.tdsAmount) }] : []),
    { head: 'Status', value: row => stateOf(row.clearingStatus, payment.status) },
  ]
  return (
    <section className="panel" aria-labelledby="payment-items">
      <h2 id="payment-items">What it pays</h2>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p>Advance: the amount is credited to the customer’s account.</p>}
      {data && data.length > 0 && <PlainGrid label="What the payment settles" rows={data} columns={columns} />}
    </section>
  )
}

function stateOf(clearing: AllocationRow['clearingStatus'], status: PaymentState): string {
  if (isUnpaid({ status })) return 'Not paid'
  if (!isPaid({ status })) return 'Waits for the payment'
  const states = {
    OPEN: 'Paid',
    CLEARED: 'Settled',
    SHORT: 'Settled in part',
    SETTLED: 'Settled',
    RELEASED: 'Paid separately: on account',
  }
  return states[clearing]
}
