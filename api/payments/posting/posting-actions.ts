import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
import type { ActionHandler, BeforeAction } from '../../derive/extend.ts'
import { encodeValue } from '../../derive/row-codec.ts'
import { updateRow } from '../../derive/save/write.ts'
import { wakeSender } from '../../outbox/outbox.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { conflict, unavailable } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { type Fact, notAsked } from '../../sap/facts/fact.ts'
import { demandNotDenied, sapFact } from '../../sap/facts/sap-fact.ts'
import { demandSecondPerson } from '../second-person.ts'
import { paymentMessage } from './payment-message.ts'
import { lockPayment, noDocumentNamed } from './settle-posting.ts'

type Message = Pick<SapOutbox, 'id' | 'status' | 'attempts' | 'createdAt'>

/** Sends a payment to SAP again, dated today; SAP is searched for it before. 409 while it is on its way in time. */
export const retryPosting: ActionHandler = async (trx, { rows, author }) => {
  const payment = await lockPayment(trx, rows[0]!.id)
  const message = await unsentMessage(trx, payment)
  const minutes = (await readSettings(trx))['sap.stuck_minutes']
  if (payment.postingStatus === 'QUEUED' && message.createdAt > secondsFromNow(-60 * minutes))
    throw conflict('NOT_NOW', `The payment is on its way to SAP: it can be sent again after ${minutes} minutes`)
  const payload = encodeValue(await paymentMessage(trx, payment))
  await trx('sap_outbox')
    .where({ id: message.id })
    .update({ status: 'RETRY', nextAttemptAt: now(), payload, updatedAt: now() })
  wakeSender(trx)
  const queued = { postingStatus: 'QUEUED' as const, postingText: null, ...noDocumentNamed }
  await updateRow(trx, paymentTransaction, payment, queued, author)
  return 'The payment goes to SAP again; SAP is searched for it before.'
}

/** Names the document under which somebody posted a payment in SAP by hand; it counts once another person confirms it. */
export const markPosted: ActionHandler = async (trx, { rows, values, person, author, known = notAsked }) => {
  const payment = await lockPayment(trx, rows[0]!.id)
  await unsentMessage(trx, payment)
  const { sapAccountingDoc, sapFiscalYear } = values as Record<string, string>
  const named = { namedSapDoc: sapAccountingDoc!, namedSapYear: sapFiscalYear!, namedById: person.id }
  await updateRow(trx, paymentTransaction, payment, named, author)
  const document = `document ${sapAccountingDoc} of ${sapFiscalYear}`
  const said = (known as Fact).is === 'CONFIRMED' ? `SAP has ${document}` : `SAP has not been asked for ${document} yet`
  return `${said}. It takes effect once another person confirms it.`
}

/** Confirms the document that another person named: the payment counts as posted, and is not sent any more. */
export const confirmPosted: ActionHandler = async (trx, { rows, person, author }) => {
  const payment = await lockPayment(trx, rows[0]!.id)
  await demandSecondPerson(trx, payment.namedById, person, 'named the document')
  const { id } = await unsentMessage(trx, payment)
  await trx('sap_outbox').where({ id }).update({ status: 'CANCELLED', updatedAt: now() })
  const { namedSapDoc: sapAccountingDoc, namedSapYear: sapFiscalYear } = payment
  const posted = { postingStatus: 'MANUAL' as const, postingText: null, postedAt: now(), ...noDocumentNamed }
  await updateRow(trx, paymentTransaction, payment, { ...posted, sapAccountingDoc, sapFiscalYear }, author)
  return undefined
}

/** The message of a payment that SAP has not taken. Throws 409 while it may be reaching SAP. */
async function unsentMessage(trx: Knex, { id }: PaymentTransaction): Promise<Message> {
  const message: Message | undefined = await trx('sap_outbox')
    .where({ ownerType: 'PAYMENT', messageType: 'PAYMENT_POST', ownerId: id })
    .forUpdate()
    .first('id', 'status', 'attempts', 'createdAt')
  if (!message || message.status === 'SENDING' || message.status === 'DONE')
    throw conflict('SENDING', 'The payment is just being sent to SAP: wait for the answer')
  return message
}

/**
 * Asks SAP for the document that somebody names. Throws 422 where SAP has no such posting of this payment; where SAP cannot
 * tell now, whoever confirms it asks.
 */
export const readNamedDocument: BeforeAction = (db, { rows, values }) => {
  const { sapAccountingDoc, sapFiscalYear } = values as Record<string, string>
  return postingFact(db, rows[0] as unknown as PaymentTransaction, sapAccountingDoc!, sapFiscalYear!)
}

/**
 * Asks SAP once more for the document that is to be confirmed, for it may have been reversed meanwhile. Throws 422 where SAP
 * denies it, 503 where it cannot tell.
 */
export const readConfirmedDocument: BeforeAction = async (db, { rows, person }) => {
  const payment = rows[0] as unknown as PaymentTransaction
  await demandSecondPerson(db, payment.namedById, person, 'named the document')
  const fact = await postingFact(db, payment, payment.namedSapDoc!, payment.namedSapYear!)
  if (fact.is === 'TO_BE_CHECKED') throw unavailable(fact.why)
}

/** What SAP says of the document of a payment. Throws 422 where SAP denies it. */
async function postingFact(
  db: Parameters<BeforeAction>[0],
  payment: PaymentTransaction,
  number: string,
  year: string,
): Promise<Fact> {
  const { customer, companyCode, allocations, unallocated } = await paymentMessage(db, payment)
  const amount = sum(allocations.map(one => one.amount + one.tds)) + unallocated
  const fact = await sapFact(db, { kind: 'POSTING', companyCode, year, number, customer, amount })
  demandNotDenied(fact, 'sapAccountingDoc')
  return fact
}
