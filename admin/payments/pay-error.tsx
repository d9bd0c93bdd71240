import { Navigate, useSearchParams } from 'react-router'
import { rupees } from '../../resources/define/show.ts'
import { DEBITED, failureReason } from '../../resources/payments/money/payer-sentence.ts'
import { isUnpaid } from '../../resources/payments/payment-states.ts'
import { FactList } from '../shell/fact-list.tsx'
import { Standalone } from '../shell/standalone.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { OUT_OF_REACH, PaymentLinks, Refused } from './landing/payment-links.tsx'
import { TryAgain } from './landing/try-again.tsx'
import { useResult } from './landing/use-result.ts'
import { useWhole } from './landing/use-whole.ts'
import '../shipment-tracking/tracking.css'

/** A payment that failed or was cancelled: why, and the way to another try. */
export default function PayError() {
  const [query] = useSearchParams()
  const { result, refused, isLate } = useResult(() => true)
  const [transaction] = useWhole(result && isUnpaid(result) ? result.txnNo : undefined)
  if (refused) return <Refused words={refused} />
  if (!result) return isLate ? <Refused words={OUT_OF_REACH} /> : <Waiting />
  if (!isUnpaid(result)) return <Navigate replace to={`/failureurl?${query}`} />
  return (
    <Standalone title={result.status === 'CANCELLED' ? 'Payment cancelled' : 'Payment failed'}>
      <p role="status">{failureReason({ ...result, failureCode: transaction?.payment.failureCode })}</p>
      <FactList
        className="track-facts"
        facts={[
          ['Payment', result.txnNo],
          ['Amount', rupees(result.amount)],
        ]}
      />
      <p>{DEBITED}.</p>
      <TryAgain txnNo={result.txnNo} />
      <PaymentLinks />
    </Standalone>
  )
}
