import type { Knex } from 'knex'
import { wordOf } from '../../../resources/define/process/states.ts'
import { momentText } from '../../../resources/define/show.ts'
import { payerSentence } from '../../../resources/payments/money/payer-sentence.ts'
import { paymentCart } from '../../../resources/payments/payment-cart.ts'
import { paymentProcess } from '../../../resources/payments/payment-process.ts'
import { undecided } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { Context } from '../../derive/command/serve-commands.ts'
import { requireRight, restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { payingCustomer } from '../cart/whose-cart.ts'
import { askAboutAll } from '../results/apply-gateway-result.ts'
import { FORM_MINUTES } from '../results/end-attempt.ts'
import { attemptsOf } from './attempts.ts'
import { payAgain } from './pay-again.ts'

type By = Pick<Context, 'trx' | 'person' | 'author'>

/** Asks the gateway about a payment of the payer's own customer. Throws 404. */
export async function checkMine({ id }: { id: number }, { trx: db, person, author }: By) {
  const payment = await ownPayment(db, id, person)
  const { outcome } = await askAboutAll(db, payment, { kind: 'POLL', author: { ...author, reason: 'Check now' } })
  return { id, txnNo: payment.txnNo, status: outcome.payment.status, message: await sentenceOf(db, outcome.payment) }
}

/** Gives a payment up where the gateway does not know it; otherwise says until when it waits. Throws 404 and 409. */
export async function giveUp({ id }: { id: number }, { trx: db, person, author }: By) {
  const payment = await ownPayment(db, id, person)
  if (!undecided.includes(payment.status))
    throw conflict('NOT_NOW', `Payment ${payment.txnNo} is ${wordOf(paymentProcess, payment.status, 'buyer')} already`)
  const by = { ...author, reason: 'Give up' }
  const { outcome } = await askAboutAll(db, payment, { kind: 'POLL', isGivenUp: true, author: by })
  const after = outcome.payment
  const message = undecided.includes(after.status) ? await untilWhen(db, after) : await sentenceOf(db, after)
  return { id, txnNo: payment.txnNo, status: after.status, message }
}

/** Makes a new attempt of a payment of the payer's own customer. Throws 404 and 409. */
export async function again({ id }: { id: number }, { trx: db, person, author }: By) {
  await ownPayment(db, id, person)
  return payAgain(db, id, author)
}

/** The payments of the payer's customer that are not decided, the latest first. */
export async function paymentsUnderWay({ trx: db, person }: By) {
  const customerId = payingCustomer(person)
  const payments = await rowsOf(db, paymentTransaction, rows =>
    restrict(rows.where({ customerId }).whereIn('status', [...undecided]), db, paymentTransaction, person, 'read')
      .orderBy('payment_transaction.id', 'desc')
      .limit(200),
  )
  return {
    payments: payments.map(({ id, txnNo, status, amount, lockUntil, userId, initiatedAt, createdAt }) => ({
      ...{ id, txnNo, status, amount, lockUntil },
      isOfMine: userId === person.id,
      startedAt: initiatedAt ?? createdAt,
    })),
  }
}

/** A payment in which a person of its customer may act. Throws 404. */
async function ownPayment(db: Knex, id: number, person: Person): Promise<PaymentTransaction> {
  requireRight(person, paymentCart, 'approve')
  const customerId = payingCustomer(person)
  const [payment] = await rowsOf(db, paymentTransaction, rows =>
    restrict(rows.where({ 'payment_transaction.id': id, customerId }), db, paymentTransaction, person, 'read'),
  )
  if (!payment) throw notFound('There is no such payment of yours')
  return payment
}

/** Until when a payment that cannot be given up yet waits. */
async function untilWhen(db: Knex, payment: PaymentTransaction): Promise<string> {
  const started = (await attemptsOf(db, [payment.id])).flatMap(({ startedAt, endedAt }) =>
    endedAt === null && startedAt !== null ? [startedAt] : [],
  )
  const formSince = secondsFromNow(-60 * FORM_MINUTES)
  const fresh = started
    .filter(at => at > formSince)
    .toSorted()
    .at(-1)
  if (fresh !== undefined) {
    const until = new Date(Date.parse(fresh) + FORM_MINUTES * 60_000).toISOString()
    return `The payment page may still be open: give it up after ${momentText(until)}`
  }
  return payment.lockUntil === null
    ? 'Your bank has not answered yet: the payment cannot be given up'
    : `Your bank has not answered yet; your invoices are held until ${momentText(payment.lockUntil)}`
}

/** How a payment stands, as its payer reads it. */
export async function sentenceOf(db: Knex, payment: PaymentTransaction): Promise<string> {
  const [decideBy] = await db('payment_capture')
    .where({ transactionId: payment.id })
    .whereNotNull('decideBy')
    .orderBy('decideBy')
    .limit(1)
    .pluck('decideBy')
  return payerSentence({ ...payment, decideBy: decideBy ?? null }, now())
}
