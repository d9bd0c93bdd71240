import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { undecided } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { CallbackKind, PaymentTaskKind } from '../../../resources/payments/payment-words.ts'
import { nextPoll } from '../../../resources/payments/poll-times.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings.ts'
import type { Verified } from '../gateways/gateway.ts'
import { maskedWords } from '../gateways/redact.ts'
import { unlockItems } from '../item-locks.ts'
import { mailFailure } from '../posting/mail-failure.ts'
import { recordSuccess } from '../posting/record-success.ts'
import { lockAgain } from './lock-again.ts'
import { raiseTask } from './raise-task.ts'
import type { Verdict } from './verdict.ts'

/** What an answer says of a payment; nothing where there was none. */
const factsIn = (answer: Verified) => (answer.status === 'UNKNOWN' ? null : answer)

/** Saves a success with all that follows from it. What a late success can no longer settle is put on account. */
export async function succeed(
  trx: Knex,
  payment: PaymentTransaction,
  answer: Verified,
  kind: CallbackKind,
  author: Author,
): Promise<PaymentTransaction> {
  const facts = factsIn(answer)
  const released = undecided.includes(payment.status) ? [] : await lockAgain(trx, payment, author)
  const onAccount = sum(released.map(({ amount }) => amount))
  const paid = await updateRow(
    trx,
    paymentTransaction,
    payment,
    {
      status: 'SUCCESS',
      gatewayTxnId: facts?.gatewayTxnId?.slice(0, 40) ?? null,
      gatewayStatus: facts?.said.slice(0, 40) ?? null,
      chargesAmount: facts?.charges ?? null,
      // A bank may write a card number or a UPI id into it.
      bankRefNo: facts?.bankRefNo ? maskedWords(facts.bankRefNo).slice(0, 40) : null,
      paymentMode: facts?.mode ?? null,
      unallocatedAmount: payment.unallocatedAmount + onAccount,
      paidAt: now(),
      confirmedVia: kind,
      signatureOk: true,
      amountOk: true,
      failureCode: null,
      failureText: null,
      nextPollAt: null,
    },
    author,
  )
  if (released.length > 0) {
    const documents = released.map(({ documentNo }) => documentNo).join(', ')
    const details = `The payment succeeded after it had counted as not paid. These items were taken or settled meanwhile: ${documents}. Apply the amount to other items, or refund it.`
    await raiseTask(trx, paid, { kind: 'UNALLOCATED', about: payment.txnNo, amount: onAccount, details }, author)
  }
  return recordSuccess(trx, paid, author)
}

/** Saves that a payment failed or was cancelled, and frees its items. */
export async function closeUnpaid(
  trx: Knex,
  payment: PaymentTransaction,
  answer: Verified,
  { step, hasLapsed }: Verdict,
  author: Author,
): Promise<PaymentTransaction> {
  const facts = factsIn(answer)
  const status = step === 'fail' ? 'FAILED' : 'CANCELLED'
  const isGivenUp = hasLapsed && status === 'CANCELLED' && payment.status === 'PENDING'
  const why = isGivenUp
    ? notReached
    : hasLapsed
      ? lapsed[status]
      : { failureCode: facts?.said.slice(0, 40) ?? null, failureText: said[status] }
  const closed = await updateRow(
    trx,
    paymentTransaction,
    payment,
    {
      ...{ status, ...why, nextPollAt: isGivenUp ? await nextLook(trx, payment) : null },
      gatewayStatus: facts?.said.slice(0, 40) ?? null,
      gatewayTxnId: facts?.gatewayTxnId?.slice(0, 40) ?? null,
    },
    author,
  )
  await unlockItems(trx, payment.id, author)
  // Who gave the payment up themselves needs no mail of it.
  if (status === 'FAILED') await mailFailure(trx, closed, author)
  return closed
}

const said = {
  FAILED: 'The bank or the gateway did not take the payment',
  CANCELLED: 'The payment was cancelled on the payment page',
} as const

const lapsed = {
  FAILED: { failureCode: 'EXPIRED', failureText: 'No payment reached the gateway in time' },
  CANCELLED: { failureCode: 'NOT_STARTED', failureText: 'The payment was not started' },
} as const

export const NOT_REACHED = 'NOT_REACHED'
const notReached = { failureCode: NOT_REACHED, failureText: 'The payment never reached the gateway' } as const

/** Who has the form of a payment that was given up may still send it: its gateway is asked as long as about others. */
async function nextLook(trx: Knex, { gateway, initiatedAt, createdAt }: PaymentTransaction): Promise<string | null> {
  const { 'payment.pending_expiry_days': days } = await readSettings(trx)
  return nextPoll(gateway, initiatedAt ?? createdAt, now(), days)
}

/** Gives Finance the task that an answer is. */
export async function taskFor(
  trx: Knex,
  payment: PaymentTransaction,
  answer: Verified,
  kind: PaymentTaskKind,
  author: Author,
): Promise<void> {
  const facts = factsIn(answer)
  const about = facts?.gatewayTxnId ?? payment.txnNo
  const task = { kind, about, amount: facts?.amount ?? payment.amount, details: detailsOf(kind, facts?.currency) }
  await raiseTask(trx, payment, task, author)
}

function detailsOf(kind: PaymentTaskKind, currency: string | null | undefined): string {
  if (kind === 'AMOUNT_MISMATCH')
    return `The gateway took another amount or currency than was asked for, in ${currency ?? 'an unnamed currency'}. Refund it, or settle it with the customer.`
  if (kind === 'DUPLICATE_CAPTURE') return 'The gateway took the payment a second time. Refund this capture.'
  return `The gateway answers ${kind.toLowerCase()} for this payment. Review in the gateway’s own console, and settle it.`
}
