import { Navigate, useSearchParams } from 'react-router'
import { isPaid, isUnpaid } from '../../resources/payments/payment-states.ts'
import { Standalone } from '../shell/standalone.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { PaymentLinks, Refused } from './landing/payment-links.tsx'
import { useResult } from './landing/use-result.ts'

/**
 * Where a gateway sends the payer back, whatever it says became of the payment: the page asks the portal, and leads on
 * once it knows.
 */
export default function GatewayReturn() {
  const [query] = useSearchParams()
  const { result, refused, isLate } = useResult(found => isPaid(found) || isUnpaid(found))
  if (refused) return <Refused words={refused} />
  if (result && isPaid(result)) return <Navigate replace to={`/pay-success?${query}`} />
  if (result && isUnpaid(result)) return <Navigate replace to={`/pay-error?${query}`} />
  return (
    <Standalone title="Your payment">
      <p role="status">
        {isLate
          ? 'Your payment is being confirmed with the bank. Do not pay again; the result appears under your payments.'
          : 'We are checking your payment with the bank. Please wait.'}
      </p>
      {isLate ? <PaymentLinks /> : <Waiting />}
    </Standalone>
  )
}
