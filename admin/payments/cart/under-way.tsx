import { Link } from 'react-router'
import { rupees } from '../../../resources/define/show.ts'
import type { underWay } from '../../../resources/payments/commands/results.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { at, useAsk } from '../../derive/command/ask.ts'
import { momentInWords, readOn } from '../../derive/record/when.ts'
import { pathOf } from '../../shell/screens.ts'
import { moneyPaths } from '../payment/payment-api.ts'

/** So often it is asked whether a payment has begun or ended in another tab. */
const EVERY_MS = 15_000

/** The payments of the customer of which nobody knows yet whether they are paid, with the way to each; nothing without. */
export function UnderWay() {
  const { data } = useAsk(
    at<typeof underWay>('GET payments/under-way'),
    {},
    { shows: moneyPaths, staleTime: 0, refetchOnMount: 'always', refetchInterval: EVERY_MS },
  )
  const payments = data?.payments ?? []
  if (payments.length === 0) return null
  return (
    <div className="notice-box is-warning" role="status">
      {payments.map(({ id, txnNo, amount, lockUntil, isOfMine }) => (
        <p key={id}>
          Payment <Link to={`${pathOf.list(paymentTransaction)}/show/${id}`}>{txnNo}</Link> of {rupees(amount)}{' '}
          {isOfMine ? 'is under way in another tab.' : 'by a colleague is under way.'}
          {lockUntil && ` Its invoices are held until ${momentInWords(lockUntil, readOn())}.`} Check it, pay again or
          give up there.
        </p>
      ))}
    </div>
  )
}
