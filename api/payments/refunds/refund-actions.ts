import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { refusalOf } from '../../../resources/define/process.ts'
import { rupees } from '../../../resources/define/show.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { paymentProcess } from '../../../resources/payments/payment-process.ts'
import { type PaymentRefund, paymentRefund } from '../../../resources/payments/payment-refund.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { ActionHandler, ActionInput } from '../../derive/extend.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { type Author, insertRows, updateRow } from '../../derive/save/write.ts'
import { seesFile } from '../../files/attachments.ts'
import { today } from '../../platform/clock.ts'
import { conflict, forbidden, invalidField, refused } from '../../platform/errors.ts'
import { demandSecondPerson } from '../second-person.ts'
import { settleKnownRefunds } from '../settlement/match-rows.ts'

type Proposal = Pick<
  PaymentRefund,
  'transactionId' | 'kind' | 'amount' | 'reference' | 'refundedOn' | 'proofId' | 'reason'
>

const refundIn = ({ rows }: ActionInput) => rows[0] as unknown as PaymentRefund

/** Enters money that went back to a payer, with its proof; a second person has to confirm it. Throws 400 or 409. */
export const proposeRefund: ActionHandler = async (trx, { values, person, author }) => {
  const proposal = values as unknown as Proposal
  const payment = await lockedPayment(trx, proposal.transactionId)
  await checkProposal(trx, proposal, payment, person)
  const row = withDefaults(paymentRefund, { ...proposal, proposedById: person.id })
  await insertRows(trx, paymentRefund, [row], author)
  return 'Another person of Finance has to confirm it.'
}

/**
 * Confirms a refund: from then on it is given back, and the payment is refunded once all of it is. Throws 403 for the
 * person who entered it, 422 where more would be given back than was paid.
 */
export const confirmRefund: ActionHandler = async (trx, taken) => {
  const refund = refundIn(taken)
  await demandSecondPerson(trx, refund.proposedById, taken.person, 'entered it')
  const payment = await lockedPayment(trx, refund.transactionId)
  const refundedAmount = payment.refundedAmount + refund.amount
  if (payment.status !== 'SUCCESS' || refundedAmount > payment.amount)
    throw refused([{ field: '', code: 'RANGE', message: moreThanLeft(payment.amount - payment.refundedAmount) }])
  const decided = { status: 'CONFIRMED' as const, confirmedById: taken.person.id }
  await updateRow(trx, paymentRefund, refund, decided, taken.author)
  await giveBack(trx, payment, refundedAmount, taken)
  await settleKnownRefunds(trx, payment.id, taken.author)
  return refundedAmount === payment.amount
    ? `${payment.txnNo} is refunded. Reverse its posting in SAP: no open item is reopened here.`
    : `${rupees(payment.amount - refundedAmount)} of ${payment.txnNo} is left.`
}

/** Rejects a refund that was entered; its reference can be used again. */
export const rejectRefund: ActionHandler = async (trx, taken) => {
  const refund = refundIn(taken)
  const decided = { status: 'REJECTED' as const, confirmedById: taken.person.id, releasedNo: refund.id }
  await updateRow(trx, paymentRefund, refund, { ...decided, rejectReason: String(taken.values.reason) }, taken.author)
  return undefined
}

/** Notes the document by which accounting reversed the posting in SAP. */
export const enterReversal: ActionHandler = async (trx, taken) => {
  const fiReversalDoc = String(taken.values.fiReversalDoc)
  await updateRow(trx, paymentRefund, refundIn(taken), { fiReversalDoc }, taken.author)
  return undefined
}

/** Notes what was given back, and takes the step of the payment where that is all of it. */
async function giveBack(
  trx: Knex,
  payment: PaymentTransaction,
  refundedAmount: number,
  { person, author }: { person: Person; author: Author },
) {
  const after = { ...payment, refundedAmount }
  if (refundedAmount < payment.amount) {
    await updateRow(trx, paymentTransaction, payment, { refundedAmount }, author)
    return
  }
  const refusal = refusalOf(paymentProcess, 'refund', after, [...person.roles])
  if (refusal?.code === 'FORBIDDEN') throw forbidden(refusal.message)
  if (refusal) throw refused([{ field: '', ...refusal }])
  const status = paymentProcess.steps.refund.to as 'REFUNDED'
  await updateRow(trx, paymentTransaction, payment, { refundedAmount, status }, author)
}

async function lockedPayment(trx: Knex, id: number): Promise<PaymentTransaction> {
  const [payment] = await rowsOf(trx, paymentTransaction, rows => rows.where({ id }).forUpdate())
  return payment!
}

async function checkProposal(trx: Knex, proposal: Proposal, payment: PaymentTransaction, person: Person) {
  const { amount, refundedOn, proofId, kind, reference } = proposal
  if (payment.status !== 'SUCCESS')
    throw invalidField('transactionId', 'NOT_ALLOWED_STATE', `${payment.txnNo} is not paid: choose another payment`)
  const entered = await rowsOf(trx, paymentRefund, rows =>
    rows.where({ transactionId: payment.id, releasedNo: 0 }).orderBy('id').forUpdate(),
  )
  if (entered.some(row => row.kind === kind && row.reference.toLowerCase() === reference.toLowerCase()))
    throw conflict('DUPLICATE_KEY', `${reference} of ${payment.txnNo} is entered already`, {}, 'reference')
  const left = payment.amount - sum(entered.map(row => row.amount))
  if (amount > left) throw invalidField('amount', 'RANGE', moreThanLeft(left))
  if (refundedOn > today() || (payment.paidAt !== null && refundedOn < dayOf(payment.paidAt)))
    throw invalidField('refundedOn', 'RANGE', 'Refunded on must be from the day of the payment to today')
  if (!(await seesFile(trx, person, proofId, 'REFUND')))
    throw invalidField('proofId', 'UNKNOWN_REF', 'Proof is not known: upload it first')
}

const moreThanLeft = (left: number) =>
  `Amount must not be more than ${rupees(left)}, which of the payment has not been refunded`
