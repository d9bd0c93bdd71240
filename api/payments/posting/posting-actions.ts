import type { Knex } from 'knex'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type SapOutbox, sapOutbox } from '../../../resources/platform/sap-outbox.ts'
import type { ActionHandler, BeforeAction } from '../../derive/extend.ts'
import { encodeValue } from '../../derive/row-codec.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now, secondsFromNow } from '../../platform/clock.ts'
import { conflict, unavailable } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { type AskedFact, type Fact, notAsked } from '../../sap/facts/fact.ts'
import { demandNotDenied, sapFact } from '../../sap/facts/sap-fact.ts'
import { netCreditOf, type PaymentMessage } from '../../sap/sending/journal-entry.ts'
import { lockCapture } from '../money/ledger.ts'
import { demandSecondPerson } from '../second-person.ts'
import { captureMessage, enqueueCapture } from './capture-lines.ts'
import { goOn, sendAgain, statusInSap } from './follow-capture.ts'
import { noDocumentNamed, saved } from './settle-posting.ts'

/** Sends a capture, or the last move of its money, to SAP again, dated today; SAP is searched for it before. 409 while it is on its way in time. */
export const retryPosting: ActionHandler = async (trx, { rows, author }) => {
  const { capture } = await lockCapture(trx, rows[0]!.id)
  const minutes = (await readSettings(trx))['sap.stuck_minutes']
  const message = await unsentMessage(trx, capture)
  if (!message && capture.sapAccountingDoc === null) {
    await enqueueCapture(trx, capture)
    await saved(trx, capture, { postingStatus: 'QUEUED', postingText: null, ...noDocumentNamed }, author)
    return 'The payment goes to SAP.'
  }
  if (!message) {
    await goOn(trx, [capture.id])
    return 'SAP gets what it does not have of this capture yet.'
  }
  if (capture.postingStatus === 'QUEUED' && message.createdAt > secondsFromNow(-60 * minutes))
    throw conflict('NOT_NOW', `The payment is on its way to SAP: it can be sent again after ${minutes} minutes`)
  await sendAgain(trx, message, await payloadNow(trx, capture, message))
  const postingStatus = capture.sapAccountingDoc === null ? ('QUEUED' as const) : await statusInSap(trx, capture.id)
  await saved(trx, capture, { postingStatus, postingText: null, ...noDocumentNamed }, author)
  return 'The payment goes to SAP again; SAP is searched for it before.'
}

/** A closed period is a common refusal: what is sent again is dated anew. */
async function payloadNow(trx: Knex, capture: PaymentCapture, { messageType, payload }: SapOutbox) {
  const now = await captureMessage(trx, capture)
  return messageType === 'PAYMENT_POST' ? now : { ...(payload as PaymentMessage), postingDate: now.postingDate }
}

/** Names the document under which somebody posted a capture in SAP by hand; it counts once another person confirms it. */
export const markPosted: ActionHandler = async (trx, { rows, values, person, author, known = notAsked }) => {
  const { capture } = await lockCapture(trx, rows[0]!.id)
  await unsentMessage(trx, capture)
  const { sapAccountingDoc, sapFiscalYear } = values as Record<string, string>
  const named = { namedSapDoc: sapAccountingDoc!, namedSapYear: sapFiscalYear!, namedById: person.id }
  await updateRow(trx, paymentCapture, capture, named, author)
  return namedWords(known as Fact, named)
}

/** What a person reads who named a document. */
export function namedWords({ is }: Fact, { namedSapDoc, namedSapYear }: { namedSapDoc: string; namedSapYear: string }) {
  const document = `document ${namedSapDoc} of ${namedSapYear}`
  const said = is === 'CONFIRMED' ? `SAP has ${document}` : `SAP has not been asked for ${document} yet`
  return `${said}. It takes effect once another person confirms it.`
}

/** Confirms the document that another person named: what it posts is not sent any more. */
export const confirmPosted: ActionHandler = async (trx, { rows, person, author }) => {
  const { capture } = await lockCapture(trx, rows[0]!.id)
  await demandSecondPerson(trx, capture.namedById, person, 'named the document')
  const message = await demandUnsent(trx, capture)
  await postedByHand(trx, message, capture)
  const { namedSapDoc: sapAccountingDoc, namedSapYear: sapFiscalYear } = capture
  const first = { postingStatus: 'MANUAL' as const, postedAt: now(), sapAccountingDoc, sapFiscalYear }
  const done = message.messageType === 'PAYMENT_POST' ? first : { postingStatus: await statusInSap(trx, capture.id) }
  await saved(trx, capture, { ...done, postingText: null, ...noDocumentNamed }, author)
  await goOn(trx, [capture.id])
  return undefined
}

/** Withdraws a message that somebody posted by hand, and keeps its document. */
export async function postedByHand(
  trx: Knex,
  { id, payload }: SapOutbox,
  { namedSapDoc, namedSapYear }: { namedSapDoc: string | null; namedSapYear: string | null },
): Promise<void> {
  const { companyCode } = payload as PaymentMessage
  const document = { accountingDocument: namedSapDoc!, fiscalYear: namedSapYear!, companyCode }
  const done = { status: 'CANCELLED', sapDocumentNo: namedSapDoc, response: encodeValue(document), updatedAt: now() }
  await trx('sap_outbox').where({ id }).update(done)
}

/** The message about a capture that SAP has not taken: its first posting, or a move of its money. Throws 409 while it may be reaching SAP. */
async function unsentMessage(db: Knex, { id }: Pick<PaymentCapture, 'id'>): Promise<SapOutbox | undefined> {
  const [message] = await rowsOf(db, sapOutbox, rows =>
    rows
      .where({ ownerType: 'CAPTURE', ownerId: id })
      .whereIn('messageType', ['PAYMENT_POST', 'PAYMENT_TRANSFER'])
      .whereNotIn('status', ['DONE', 'CANCELLED'])
      .orderBy('id')
      .forUpdate(),
  )
  if (message?.status === 'SENDING') throw justSending()
  return message
}

export const justSending = () => conflict('SENDING', 'The payment is just being sent to SAP: wait for the answer')

/** The message that a document posted by hand stands for; a capture of before has none yet. */
async function demandUnsent(trx: Knex, capture: PaymentCapture): Promise<SapOutbox> {
  if (capture.sapAccountingDoc === null && !(await unsentMessage(trx, capture))) await enqueueCapture(trx, capture)
  const message = await unsentMessage(trx, capture)
  if (!message) throw justSending()
  return message
}

/**
 * Asks SAP for the document that somebody names. Throws 422 where SAP has no such posting of this capture; where SAP cannot
 * tell now, whoever confirms it asks.
 */
export const readNamedDocument: BeforeAction = (db, { rows, values }) => {
  const { sapAccountingDoc, sapFiscalYear } = values as Record<string, string>
  return postingFact(db, rows[0] as unknown as PaymentCapture, sapAccountingDoc!, sapFiscalYear!)
}

/**
 * Asks SAP once more for the document that is to be confirmed, for it may have been reversed meanwhile. Throws 422 where SAP
 * denies it, 503 where it cannot tell.
 */
export const readConfirmedDocument: BeforeAction = async (db, { rows, person }) => {
  const capture = rows[0] as unknown as PaymentCapture
  await demandSecondPerson(db, capture.namedById, person, 'named the document')
  const fact = await postingFact(db, capture, capture.namedSapDoc!, capture.namedSapYear!)
  if (fact.is === 'TO_BE_CHECKED') throw unavailable(fact.why)
}

/** What SAP says of the document of a capture, or of a move of its money. Throws 422 where SAP denies it. */
async function postingFact(db: Knex, capture: PaymentCapture, number: string, year: string): Promise<Fact> {
  const message = await unsentMessage(db, capture)
  const isMove = message?.messageType === 'PAYMENT_TRANSFER'
  const payment = isMove ? (message.payload as PaymentMessage) : await captureMessage(db, capture)
  const { customer, companyCode } = payment
  const amount = Math.abs(netCreditOf(payment))
  const kind = isMove ? 'TRANSFER' : 'POSTING'
  return factOf(db, { kind, companyCode, year, number, customer, amount }, 'sapAccountingDoc')
}

/** What SAP says of a document that is to stand for a posting of ours. Throws 422 at the field where SAP denies it. */
export async function factOf(db: Knex, asked: AskedFact, field: string): Promise<Fact> {
  const fact = await sapFact(db, asked)
  demandNotDenied(fact, field)
  return fact
}
