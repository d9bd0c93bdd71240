import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import { rupees } from '../../../resources/define/show.ts'
import type { confirmDecision as confirming, DecisionInput } from '../../../resources/payments/commands/money.ts'
import { decisionProcess } from '../../../resources/payments/decision-process.ts'
import { paymentAttempt } from '../../../resources/payments/money/payment-attempt.ts'
import { type PaymentDecision, paymentDecision } from '../../../resources/payments/payment-decision.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { Context } from '../../derive/command/serve-commands.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { conflict, invalidField, notFound } from '../../platform/errors.ts'
import { attemptsOf } from '../attempts/attempts.ts'
import { lockPayment } from '../lock-payment.ts'
import { otherPaymentWith, takeCapture } from '../money/take-capture.ts'
import { endUnpaid } from '../results/end-attempt.ts'
import { demandSecondPerson } from '../second-person.ts'

/**
 * Writes what a person of Finance says became of a payment; it counts once another person confirms it. Throws 404 out of
 * scope, 409 NOT_NOW where that is known already or another decision waits, 400 where a figure is missing.
 */
export async function decideByHand(input: DecisionInput, { trx, person, author }: Context) {
  const payment = await lockReadable(trx, input.id, person)
  if (await waitingOf(trx, payment.id))
    throw conflict('NOT_NOW', 'A decision about this payment waits for another person of Finance')
  const said = input.paid ? await saidPaid(trx, payment, input) : await saidUnpaid(trx, payment, input)
  const [{ last }] = (await trx('payment_decision').where('transactionId', payment.id).max({ last: 'n' })) as [
    { last: number | null },
  ]
  const row = {
    ...{ gatewayTxnId: null, amount: null, currency: null, proofId: null, reason: null, ...said },
    ...{ transactionId: payment.id, n: (last ?? 0) + 1, isPaid: input.paid, status: decisionProcess.start },
    proposedById: person.id,
  }
  const [decision] = await insertRows(trx, paymentDecision, [row], author)
  return { id: decision!.id, message: 'Another person of Finance has to confirm it.' }
}

/** Throws 409 where that money is known. */
async function saidPaid(
  trx: Knex,
  { accountId }: PaymentTransaction,
  { gatewayTxnId, amount, currency, proofId, reason }: DecisionInput,
): Promise<Partial<PaymentDecision>> {
  const missing = (field: string, what: string) => invalidField(field, 'REQUIRED', `${what} is required: enter it`)
  if (gatewayTxnId === null) throw missing('gatewayTxnId', 'The gateway’s reference')
  if (amount === null) throw missing('amount', 'The amount that the bank took')
  if (proofId === null) throw missing('proofId', 'A proof of the bank or the gateway')
  if (await trx('payment_capture').where({ accountId, gatewayTxnId }).first('id'))
    throw conflict('NOT_NOW', `The portal has a capture ${gatewayTxnId} already`)
  return { gatewayTxnId, amount, currency: currency?.toUpperCase() ?? 'INR', proofId, reason }
}

/** Throws 409 where money came. */
async function saidUnpaid(trx: Knex, payment: PaymentTransaction, { reason, proofId }: DecisionInput) {
  if (reason === null) throw invalidField('reason', 'REQUIRED', 'Why it is not paid is required: say how you know')
  await demandUndecided(trx, payment)
  return { reason, proofId }
}

async function demandUndecided(trx: Knex, { id, status }: PaymentTransaction): Promise<void> {
  const hasMoney = await trx('payment_capture').where('transactionId', id).first('id')
  if (hasMoney || !['CREATED', 'PENDING', 'CHECKING'].includes(status))
    throw conflict('NOT_NOW', 'The result of this payment is known: there is nothing to decide')
}

/**
 * Confirms or drops the decision that waits: paid money is taken in as a capture, a payment that is not paid ends. Throws
 * 409 NOT_NOW where none waits, 403 for the person who decided.
 */
export async function confirmDecision({ id, agrees }: BodyOf<typeof confirming>, { trx, person, author }: Context) {
  const payment = await lockReadable(trx, id, person)
  const decision = await waitingOf(trx, payment.id)
  if (!decision) throw conflict('NOT_NOW', 'No decision about this payment waits for confirmation')
  const { txnNo } = payment
  if (!agrees) {
    await updateRow(trx, paymentDecision, decision, { status: 'REJECTED', confirmedById: person.id }, author)
    return { id, txnNo, status: payment.status, message: 'The decision is dropped.' }
  }
  await demandSecondPerson(trx, decision.proposedById, person, 'decided')
  await updateRow(trx, paymentDecision, decision, { status: 'CONFIRMED', confirmedById: person.id }, author)
  const after = decision.isPaid
    ? await takeIn(trx, payment, decision, author)
    : await endByHand(trx, payment, decision, author)
  const message = decision.isPaid
    ? `${rupees(decision.amount!)} is taken in as ${decision.gatewayTxnId}.`
    : 'The payment is not paid, and its invoices are free.'
  return { id, txnNo, status: after.status, message }
}

/** What the bank took counts, also where the gateway says another amount: then somebody decides what it is for. */
async function takeIn(trx: Knex, payment: PaymentTransaction, decision: PaymentDecision, author: Author) {
  const attempts = await attemptsOf(trx, [payment.id])
  const words = [payment.gatewayStatus, ...attempts.map(({ lastWord }) => lastWord)]
  const isDoubted = words.some(word => word?.trim().toLowerCase() === 'fraud')
  const facts = { gatewayTxnId: decision.gatewayTxnId!, amount: decision.amount!, currency: decision.currency! }
  const taking = { via: 'HAND' as const, ...(isDoubted && { fit: 'TAMPERED' as const }) }
  // Its own payment may know the number by now, which changes nothing; another one that has it is a mistake.
  const other = await otherPaymentWith(trx, payment, facts.gatewayTxnId)
  if (other !== null)
    throw conflict('NOT_NOW', `Payment ${other} has the capture ${facts.gatewayTxnId}: reject this decision`)
  const { payment: after } = await takeCapture(trx, payment, facts, taking, author)
  return after
}

async function endByHand(trx: Knex, payment: PaymentTransaction, { reason }: PaymentDecision, author: Author) {
  await demandUndecided(trx, payment)
  for (const attempt of await attemptsOf(trx, [payment.id]))
    if (attempt.endedAt === null)
      await updateRow(trx, paymentAttempt, attempt, { endedAt: now(), nextAskAt: null }, author)
  const ending = { status: 'FAILED' as const, failureCode: 'DECIDED', failureText: reason! }
  return endUnpaid(trx, payment, ending, null, author)
}

const waitingOf = async (trx: Knex, transactionId: number): Promise<PaymentDecision | undefined> =>
  (await rowsOf(trx, paymentDecision, rows => rows.where({ transactionId, status: 'PROPOSED' }).forUpdate()))[0]

async function lockReadable(trx: Knex, id: number, person: Person): Promise<PaymentTransaction> {
  const row = trx('payment_transaction').where('payment_transaction.id', id)
  if (!(await restrict(row, trx, paymentTransaction, person, 'read').first('payment_transaction.id'))) throw notFound()
  return lockPayment(trx, id)
}
