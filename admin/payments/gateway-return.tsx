import { Navigate, useSearchParams } from 'react-router'
import { rupees } from '../../resources/define/show.ts'
import type { PaymentResult } from '../../resources/payments/commands/results.ts'
import { isChecking, isPaid, isUnpaid } from '../../resources/payments/payment-states.ts'
import { FactList } from '../shell/fact-list.tsx'
import { Standalone } from '../shell/standalone.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { PaymentLinks, Refused } from './landing/payment-links.tsx'
import { ResultActs } from './landing/result-acts.tsx'
import type { WholePayment } from './landing/result-api.ts'
import { useResult } from './landing/use-result.ts'
import { useWhole } from './landing/use-whole.ts'
import '../shipment-tracking/tracking.css'

const isKnown = (found: PaymentResult) => isPaid(found) || isUnpaid(found) || isChecking(found)

/**
 * Where a gateway sends the payer back, whatever it says became of the payment: the page asks the portal, and leads on
 * once it knows. While nobody knows, whoever is signed in may ask again, pay again or give up.
 */
export default function GatewayReturn() {
  const [query] = useSearchParams()
  const { result, refused, isLate, askAnew } = useResult(isKnown)
  const isShown = result !== undefined && (isLate || isChecking(result))
  const [whole, readAnew] = useWhole(isShown ? result.txnNo : undefined)
  if (refused) return <Refused words={refused} />
  if (result && isPaid(result)) return <Navigate replace to={`/pay-success?${query}`} />
  if (result && isUnpaid(result)) return <Navigate replace to={`/pay-error?${query}`} />
  if (!isShown)
    return (
      <Standalone title="Your payment">
        <p role="status">
          {isLate
            ? 'The payment page is out of reach: your payment is not lost. Look at your payments in a few minutes.'
            : 'We are checking your payment with the bank. Please wait.'}
        </p>
        {isLate ? <PaymentLinks /> : <Waiting />}
      </Standalone>
    )
  return (
    <Standalone title="Your payment">
      <p role="status">{sentenceOf(result, whole)}</p>
      <FactList
        className="track-facts"
        facts={[
          ['Payment', result.txnNo],
          ['Amount', rupees(result.amount)],
        ]}
      />
      <ResultActs
        whole={whole}
        onTaken={async () => {
          askAnew()
          await readAnew()
        }}
      />
      <PaymentLinks />
    </Standalone>
  )
}

/** How it stands: what whoever is signed in reads on its page; to others no more than that it came, or may have come. */
function sentenceOf(result: PaymentResult, whole: WholePayment | undefined): string {
  if (whole?.money.sentence) return `${whole.money.sentence}.`
  return isChecking(result)
    ? 'We received your payment and are checking it. We write to you.'
    : 'Waiting for your bank. The result appears under your payments.'
}
