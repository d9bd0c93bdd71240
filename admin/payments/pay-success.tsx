import { Navigate, useSearchParams } from 'react-router'
import { rupees } from '../../resources/define/show.ts'
import { isPaid } from '../../resources/payments/payment-states.ts'
import { momentText, optionText } from '../derive/value-text.ts'
import { FactList } from '../shell/fact-list.tsx'
import { Standalone } from '../shell/standalone.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { OUT_OF_REACH, PaymentLinks, Refused } from './landing/payment-links.tsx'
import { useResult } from './landing/use-result.ts'
import { useWhole } from './landing/use-whole.ts'
import { hasReceipt, receiptAddress } from './payment/payment-api.ts'
import '../shipment-tracking/tracking.css'

/** A payment that succeeded: to everybody who came back with it its amount, to whoever is signed in also its receipt. */
export default function PaySuccess() {
  const [query] = useSearchParams()
  const { result, refused, isLate } = useResult(() => true)
  const [transaction] = useWhole(result && isPaid(result) ? result.txnNo : undefined)
  if (refused) return <Refused words={refused} />
  if (!result) return isLate ? <Refused words={OUT_OF_REACH} /> : <Waiting />
  if (!isPaid(result)) return <Navigate replace to={`/successurl?${query}`} />
  return (
    <Standalone title="Payment successful">
      <p role="status">
        {result.status === 'REFUNDED'
          ? `Your payment of ${rupees(result.amount)} has been refunded.`
          : `We received ${rupees(result.amount)}. Thank you.`}
      </p>
      <FactList
        className="track-facts"
        facts={[
          ['Payment', result.txnNo],
          ['Paid', transaction?.payment.paidAt && momentText(transaction.payment.paidAt)],
          ['Mode', transaction?.payment.paymentMode && optionText(transaction.payment.paymentMode)],
          ['Bank reference', transaction?.payment.bankRefNo],
          ['Receipt', transaction?.payment.receiptNo],
          ['Documents paid', transaction?.items.map(({ documentNo }) => documentNo).join(', ')],
        ]}
      />
      {transaction && hasReceipt(transaction.payment) && (
        <a className="plain-button" href={receiptAddress(transaction.payment.id)}>
          Download receipt
        </a>
      )}
      <PaymentLinks />
    </Standalone>
  )
}
