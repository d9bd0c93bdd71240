import type { Knex } from 'knex'
import { isUnpaid, undecided } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { CallbackKind, CallbackResult } from '../../../resources/payments/payment-words.ts'
import type { RefundKind } from '../../../resources/payments/settlement-words.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import type { Verified } from '../gateways/gateway.ts'
import { recountPayment } from '../money/recount.ts'
import { otherPaymentWith, takeCapture } from '../money/take-capture.ts'
import { takeReturn } from '../money/take-return.ts'
import { alertOfDoubt, alertOfNumber } from './alert-of-word.ts'
import type { Asked } from './asked.ts'

type Success = Extract<Verified, { reason: null }>
type Returned = Extract<Verified, { status: 'RETURNED' }>

/** Takes in what the gateway captured; a number that it has given to another payment is for two people to find out. */
export async function takeCaptured(
  trx: Knex,
  { payment, attempt }: Asked,
  answer: Success,
  via: CallbackKind,
  author: Author,
): Promise<CallbackResult> {
  const facts = factsOf(answer, attempt.gatewayOrderNo, payment.amount, payment.currency)
  const other = await otherPaymentWith(trx, payment, facts.gatewayTxnId)
  if (other !== null) {
    await alertOfNumber(trx, payment, facts.gatewayTxnId, other)
    return leaveInDoubt(trx, payment, answer.said, author)
  }
  const { capture, isNew } = await takeCapture(trx, payment, facts, { via, attemptId: attempt.id }, author)
  if (!isNew) return 'UNCHANGED'
  if (capture.fit === 'SECOND') return 'DUPLICATE_CAPTURE'
  return capture.fit === 'SHORT' || capture.fit === 'OVER' || capture.fit === 'FOREIGN' ? 'AMOUNT_MISMATCH' : 'APPLIED'
}

const factsOf = (answer: Success | Returned, orderNo: string, amount: number, currency: string) => ({
  // A gateway that names no number of its own knows the payment by ours.
  gatewayTxnId: answer.gatewayTxnId ?? orderNo,
  amount: answer.amount ?? amount,
  currency: answer.currency ?? currency,
  bankRefNo: answer.bankRefNo,
  mode: answer.mode,
  charges: answer.charges,
})

/** As which return a gateway's reason counts. */
const kinds: Readonly<Record<Exclude<Returned['reason'], 'FRAUD'>, RefundKind>> = {
  AUTO_REFUND: 'AUTO_REFUND',
  REVERSED: 'AUTO_REFUND',
  REFUND: 'REFUND',
  CHARGEBACK: 'CHARGEBACK',
}

/**
 * Takes in that money went back: of a capture that nobody knew, first the capture, which then serves nothing. What the
 * gateway doubts is for two people to find out; a payment without a capture is to be decided meanwhile.
 */
export async function takeReturned(
  trx: Knex,
  { payment, attempt }: Asked,
  answer: Returned,
  via: CallbackKind,
  author: Author,
): Promise<CallbackResult> {
  const { reason } = answer
  if (reason === 'FRAUD') {
    await alertOfDoubt(trx, payment, attempt)
    return leaveInDoubt(trx, payment, answer.said, author)
  }
  const facts = factsOf(answer, attempt.gatewayOrderNo, payment.amount, payment.currency)
  const other = await otherPaymentWith(trx, payment, facts.gatewayTxnId)
  if (other !== null) {
    await alertOfNumber(trx, payment, facts.gatewayTxnId, other)
    return leaveInDoubt(trx, payment, answer.said, author)
  }
  const isWhole = answer.returnedAmount === null || answer.returnedAmount >= facts.amount
  const { capture } = await takeCapture(
    trx,
    payment,
    facts,
    { via, attemptId: attempt.id, isReturned: isWhole },
    author,
  )
  const total = answer.returnedAmount ?? capture.amount
  const amount = total - capture.returnedAmount
  if (amount <= 0) return 'UNCHANGED'
  await takeReturn(
    trx,
    capture.id,
    { kind: kinds[reason], amount, eventId: answer.returnRef, text: `The gateway says ${answer.said}` },
    author,
  )
  return 'APPLIED'
}

/** What nobody can tell by the gateway's answer waits for a decision by hand; money that came stays as it is. */
async function leaveInDoubt(trx: Knex, payment: PaymentTransaction, said: string, author: Author): Promise<'TASK'> {
  if (!undecided.includes(payment.status) && !isUnpaid(payment)) return 'TASK'
  await updateRow(trx, paymentTransaction, payment, { status: 'CHECKING', gatewayStatus: said.slice(0, 40) }, author)
  await recountPayment(trx, payment.id, author)
  return 'TASK'
}
