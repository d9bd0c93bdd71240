import { wordOf } from '../../../resources/define/process/states.ts'
import type { CheckedPayment } from '../../../resources/payments/commands/results.ts'
import { paymentProcess } from '../../../resources/payments/payment-process.ts'
import { type PaymentState, undecided, unpaidStates } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { CallbackResult } from '../../../resources/payments/payment-words.ts'
import type { Context } from '../../derive/command/serve-commands.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { secondsFromNow } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import type { Verified } from '../gateways/gateway.ts'
import { askAboutAll } from './apply-gateway-result.ts'
import { FORM_MINUTES } from './end-attempt.ts'

/**
 * Asks the gateways what became of payments that are open, failed or cancelled, and does what follows. One that cannot be
 * asked about says why in its own sentence. Throws 404.
 */
export const checkPayments = (named: NamedPayments, by: By) =>
  eachOf(named, by, 'Check status now', {
    states: [...undecided, ...unpaidStates, 'CHECKING'],
    otherwise: ({ status }) => `It is ${stateWord(status)}: there is nothing to ask the gateway`,
  })

/**
 * Cancels payments that never left the portal, and those that never reached their gateway though they were sent to it,
 * once their gateways have said that they know of none. Throws 404.
 */
export async function cancelPayments(named: NamedPayments, by: By) {
  const sentBefore = secondsFromNow(-FORM_MINUTES * 60)
  return eachOf(named, by, 'Cancel', {
    states: undecided,
    isGivenUp: true,
    tooEarly: ({ initiatedAt }) =>
      initiatedAt !== null && initiatedAt > sentBefore
        ? `It went to the gateway less than ${FORM_MINUTES} minutes ago: check its status first`
        : undefined,
    otherwise: ({ status }) => `It is ${stateWord(status)}: only a payment that is not decided is cancelled here`,
  })
}

interface NamedPayments {
  ids: readonly number[]
}
type By = Pick<Context, 'trx' | 'person' | 'author'>

interface Work {
  states: readonly PaymentState[]
  isGivenUp?: true
  tooEarly?(payment: PaymentTransaction): string | undefined
  otherwise(payment: PaymentTransaction): string
}

async function eachOf(named: NamedPayments, { trx: db, person, author: by }: By, reason: string, work: Work) {
  const ids = [...new Set(named.ids)]
  const author = { ...by, reason }
  const payments = await rowsOf(db, paymentTransaction, rows =>
    restrict(rows.whereIn('payment_transaction.id', ids), db, paymentTransaction, person, 'approve').orderBy(
      'payment_transaction.id',
    ),
  )
  if (payments.length < ids.length) throw notFound(ids.length === 1 ? undefined : 'One of the payments is not found')
  const results = await Promise.all(
    payments.map(async (payment): Promise<CheckedPayment> => {
      const { id, txnNo, status } = payment
      const isOpen = work.states.includes(status)
      const refusal = isOpen ? work.tooEarly?.(payment) : work.otherwise(payment)
      if (refusal !== undefined) return { id, txnNo, status, result: null, message: refusal }
      const { answer, outcome } = await askAboutAll(db, payment, {
        kind: 'POLL',
        ...(work.isGivenUp && { isGivenUp: true as const }),
        author,
      })
      const { result, payment: after } = outcome
      return { id, txnNo, status: after.status, result, message: sentenceOf(result, after, answer) }
    }),
  )
  return { results }
}

const stateWord = (status: PaymentState) => wordOf(paymentProcess, status)

function sentenceOf(result: CallbackResult, { status }: PaymentTransaction, answer: Verified): string {
  if (answer.status === 'UNKNOWN' && result !== 'APPLIED') return `${answer.message}: it stays ${stateWord(status)}`
  if (result === 'APPLIED') return `It is “${stateWord(status)}” now`
  if (result === 'AMOUNT_MISMATCH') return 'The gateway took another amount: decide what it is for'
  if (result === 'DUPLICATE_CAPTURE') return 'The gateway took it once more: decide what that is for'
  if (result === 'TASK') return 'The gateway doubts it: ask the bank what it took, and decide by hand'
  return answer.status === 'PENDING'
    ? `The gateway still waits for the payment: it stays ${stateWord(status)}`
    : `Nothing has changed: it stays ${stateWord(status)}`
}
