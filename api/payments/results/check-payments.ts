import type { Knex } from 'knex'
import { paymentProcess } from '../../../resources/payments/payment-process.ts'
import { type CheckedPayment, MOST_CHECKED } from '../../../resources/payments/payment-result.ts'
import { type PaymentState, undecided, unpaidStates } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { CallbackResult } from '../../../resources/payments/payment-words.ts'
import { requireRight, restrict } from '../../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { bodyObject } from '../../derive/save/read-body.ts'
import type { Call } from '../../derive/service.ts'
import { secondsFromNow } from '../../platform/clock.ts'
import { invalidField, notFound, unknownField } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import type { Verified } from '../gateways/gateway.ts'
import { askAndApply } from './apply-gateway-result.ts'
import type { Ending } from './verdict.ts'

/**
 * Asks the gateways what became of payments that are open, failed or cancelled, and does what follows. One that cannot be
 * asked about says why in its own sentence. Throws 400, 403 or 404.
 */
export const checkPayments = (db: Knex, body: unknown, call: Call) =>
  eachOf(db, body, call, 'Check status now', {
    states: [...undecided, ...unpaidStates],
    otherwise: ({ status }) => `It is ${wordOf(status)}: there is nothing to ask the gateway`,
  })

/**
 * Cancels payments that never left the portal, and those that never reached their gateway though they were sent to it,
 * once their gateways have said that they know of none. Throws 400, 403, 404.
 */
export async function cancelPayments(db: Knex, body: unknown, call: Call) {
  const { 'payment.created_expiry_minutes': minutes } = await readSettings(db)
  const sentBefore = secondsFromNow(-minutes * 60)
  return eachOf(db, body, call, 'Cancel', {
    states: undecided,
    ending: ({ status }) => (status === 'CREATED' ? 'cancel' : 'giveUp'),
    tooEarly: ({ initiatedAt }) =>
      initiatedAt !== null && initiatedAt > sentBefore
        ? `It went to the gateway less than ${minutes} minutes ago: check its status first`
        : undefined,
    otherwise: ({ status }) => `It is ${wordOf(status)}: only a payment that is not decided is cancelled here`,
  })
}

interface Work {
  states: readonly PaymentState[]
  ending?(payment: PaymentTransaction): Ending
  tooEarly?(payment: PaymentTransaction): string | undefined
  otherwise(payment: PaymentTransaction): string
}

async function eachOf(db: Knex, body: unknown, call: Call, reason: string, work: Work) {
  const person = requirePerson(call)
  requireRight(person, paymentTransaction, 'approve')
  const ids = readIds(body)
  const author = { ...requireAuthor(call), reason }
  const found = await rowsOf(db, paymentTransaction, rows =>
    restrict(rows.whereIn('payment_transaction.id', ids), db, paymentTransaction, person, 'approve').orderBy(
      'payment_transaction.id',
    ),
  )
  if (found.length < ids.length) throw notFound(ids.length === 1 ? undefined : 'One of the payments is not found')
  const results = await Promise.all(
    found.map(async (payment): Promise<CheckedPayment> => {
      const { id, txnNo, status } = payment
      const isOpen = work.states.includes(status)
      const refusal = isOpen ? work.tooEarly?.(payment) : work.otherwise(payment)
      if (refusal !== undefined) return { id, txnNo, status, result: null, message: refusal }
      const { answer, outcome } = await askAndApply(db, payment, {
        kind: 'POLL',
        ending: work.ending?.(payment),
        author,
      })
      const { result, payment: after } = outcome
      return { id, txnNo, status: after.status, result, message: sentenceOf(result, after, answer) }
    }),
  )
  return { results }
}

function readIds(body: unknown): number[] {
  const { ids, ...others } = bodyObject(body, 'The payments')
  for (const name of Object.keys(others)) throw unknownField(name)
  const isList = Array.isArray(ids) && ids.every(id => Number.isSafeInteger(id) && id > 0)
  if (!isList || ids.length === 0 || ids.length > MOST_CHECKED)
    throw invalidField('ids', 'RANGE', `ids must be the ids of 1 to ${MOST_CHECKED} payments`)
  return [...new Set(ids as number[])]
}

const wordOf = (status: PaymentState) => paymentProcess.states[status].staff

function sentenceOf(result: CallbackResult, { status }: PaymentTransaction, answer: Verified): string {
  if (answer.status === 'UNKNOWN' && result !== 'APPLIED') return `${answer.message}: it stays ${wordOf(status)}`
  if (result === 'APPLIED') return `It is ${wordOf(status)} now`
  if (result === 'AMOUNT_MISMATCH') return 'The gateway took another amount: see the payment tasks'
  if (result === 'DUPLICATE_CAPTURE') return 'The gateway took it twice: see the payment tasks'
  if (result === 'TASK') return 'The gateway answers something that Finance has to settle: see the payment tasks'
  return answer.status === 'PENDING'
    ? `The gateway still waits for the payment: it stays ${wordOf(status)}`
    : `Nothing has changed: it stays ${wordOf(status)}`
}
