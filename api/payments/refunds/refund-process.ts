import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import { refusalOf } from '../../../resources/define/process/process.ts'
import { rupees } from '../../../resources/define/show.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { paymentProcess } from '../../../resources/payments/payment-process.ts'
import { type PaymentRefund, paymentRefund } from '../../../resources/payments/payment-refund.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { refundProcess } from '../../../resources/payments/refund-process.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { attach } from '../../derive/process/attach.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { demandFile } from '../../files/attachments.ts'
import { today } from '../../platform/clock.ts'
import { conflict, forbidden, invalidField, refused } from '../../platform/errors.ts'
import { demandSecondPerson } from '../second-person.ts'
import { settleKnownRefunds } from '../settlement/match-rows.ts'

type Proposal = Pick<
  PaymentRefund,
  'transactionId' | 'kind' | 'amount' | 'reference' | 'refundedOn' | 'proofId' | 'reason'
>

/** Enters money that went back to a payer, with its proof; a second person has to confirm it. Throws 400 or 409. */
export const proposeRefund: ActionHandler = async (trx, { values, person, author }) => {
  const proposal = values as unknown as Proposal
  const payment = await lockedPayment(trx, proposal.transactionId)
  await checkProposal(trx, proposal, payment, person)
  const row = withDefaults(paymentRefund, { ...proposal, proposedById: person.id })
  await insertRows(trx, paymentRefund, [row], author)
  return 'Another person of Finance has to confirm it.'
}

/** What is particular of the steps of a refund. */
export const attachedRefund = attach<PaymentRefund, typeof refundProcess>(refundProcess, {
  resource: paymentRefund,
  numberOf: ({ reference }) => reference,
  effects: {
    /** It is given back from then on. Throws 403 for the person who entered it, 422 where more would go back than was paid. */
    async confirmRefund(trx, { row, person, author }) {
      await demandSecondPerson(trx, row.proposedById, person, 'entered it')
      const payment = await lockedPayment(trx, row.transactionId)
      const refundedAmount = payment.refundedAmount + row.amount
      const left = payment.amount - refundedAmount
      if (payment.status !== 'SUCCESS' || left < 0)
        throw refused([{ field: '', code: 'RANGE', message: moreThanLeft(payment.amount - payment.refundedAmount) }])
      return {
        changes: { confirmedById: person.id },
        answer:
          left === 0
            ? `${payment.txnNo} is refunded. Reverse its posting in SAP: no open item is reopened here.`
            : `${rupees(left)} of ${payment.txnNo} is left.`,
        async follow(after) {
          await giveBack(trx, payment, refundedAmount, { person, author })
          await settleKnownRefunds(trx, payment.id, author)
          return after
        },
      }
    },
    /** Its reference can be used again. */
    reject: async (_, { row, person, said: { reason } }) => ({
      changes: { confirmedById: person.id, releasedNo: row.id, rejectReason: reason },
    }),
    /** The document by which accounting reversed the posting in SAP. */
    enterReversal: async (_, { said: { fiReversalDoc } }) => ({ changes: { fiReversalDoc } }),
  },
  tell: {},
})

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
  await demandFile(trx, person, proofId, { sentFor: 'REFUND', field: 'proofId', label: 'Proof' })
}

const moreThanLeft = (left: number) =>
  `Amount must not be more than ${rupees(left)}, which of the payment has not been refunded`
