import { dayText, momentText, rupees } from '../../define/show.ts'
import type { PaymentState } from '../payment-states.ts'

/** A payment as its payer reads it; paise. */
interface PayersPayment {
  txnNo: string
  status: PaymentState
  amount: number
  capturedAmount: number
  lockUntil: string | null
  /** The day by which Finance writes about money that has no place yet. */
  decideBy: string | null
}

/** How a payment stands, as a sentence for its payer. */
export function payerSentence({ txnNo, status, amount, capturedAmount, lockUntil, decideBy }: PayersPayment): string {
  switch (status) {
    case 'SUCCESS':
      return `Payment ${txnNo} of ${rupees(capturedAmount || amount)} is paid`
    case 'CHECKING': {
      const by = decideBy === null ? '' : `; we write by ${dayText(decideBy)}`
      return capturedAmount > 0
        ? `We received ${rupees(capturedAmount)} of ${rupees(amount)}${by}`
        : `We look at this payment with the bank${by}`
    }
    case 'FAILED':
      return 'Not paid. If you were debited, your bank returns it within 5 days'
    case 'CANCELLED':
      return 'Given up: nothing was paid'
    case 'REFUNDED':
      return 'The payment has gone back to you'
    default:
      return lockUntil === null
        ? 'Waiting for your bank'
        : `Waiting for your bank; invoices held until ${momentText(lockUntil)}`
  }
}

/** A refund as its payer reads it; paise. */
interface PayersRefund {
  amount: number
  status: string
  expectedBy: string | null
  bankArn: string | null
}

/** How a refund stands, as a sentence for its payer. */
export function refundSentence({ amount, status, expectedBy, bankArn }: PayersRefund): string {
  if (status === 'SETTLED')
    return bankArn === null ? `${rupees(amount)} went back` : `${rupees(amount)} went back with reference ${bankArn}`
  return expectedBy === null ? `${rupees(amount)} goes back` : `${rupees(amount)} goes back by ${dayText(expectedBy)}`
}
