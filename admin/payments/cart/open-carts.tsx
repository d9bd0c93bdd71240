import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type PaymentCart, paymentCart } from '../../../resources/payments/payment-cart.ts'
import { PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { type ApiRow, momentText } from '../../derive/value-text.ts'
import type { Refusal } from '../../shell/api.ts'
import { ButtonLink } from '../../shell/button-link.tsx'
import { Empty } from '../../shell/empty.tsx'
import { Failure } from '../../shell/failure.tsx'
import { PageFrame } from '../../shell/page-frame.tsx'
import { rowsOf } from '../../shell/rows.ts'
import { Waiting } from '../../shell/waiting.tsx'

type CartRow = PaymentCart & ApiRow

/** The carts that customers are filling, for our own people, who read them. */
export function OpenCarts() {
  const { data, error, refetch } = useQuery<CartRow[], Refusal>({
    queryKey: [paymentCart.path, 'open'],
    queryFn: () => rowsOf(paymentCart).all<CartRow>({ where: { status: 'OPEN' }, sort: { updatedAt: -1, id: -1 } }),
  })
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />
  if (!data) return <Waiting />
  return (
    <PageFrame title="Payment Cart" purpose="Payment carts of customers. Only the customer’s users can fill them.">
      {data.length === 0 ? (
        <Empty kind="cart" text="No customer has items in the cart.">
          <ButtonLink to="/transaction-view/transactions-view">Show payments</ButtonLink>
        </Empty>
      ) : (
        <PlainGrid
          label="Open carts"
          rows={data}
          columns={[
            {
              head: 'Customer',
              value: row => (
                <Link to={`/transaction-view/payment-cart?customerId=${row.customerId}`}>{row.texts?.customerId}</Link>
              ),
            },
            { head: 'Company code', value: row => row.companyCode },
            { head: 'Last changed', value: row => momentText(row.updatedAt) },
          ]}
        />
      )}
    </PageFrame>
  )
}
