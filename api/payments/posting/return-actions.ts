import type { Knex } from 'knex'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
import type { ActionHandler, BeforeAction } from '../../derive/extend.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { updateRow } from '../../derive/save/write.ts'
import { enqueueForSap } from '../../outbox/outbox.ts'
import { today } from '../../platform/clock.ts'
import { unavailable } from '../../platform/errors.ts'
import { type Fact, notAsked } from '../../sap/facts/fact.ts'
import type { PaymentMessage, ReversalMessage } from '../../sap/sending/journal-entry.ts'
import { demandSecondPerson } from '../second-person.ts'
import { headOf } from './capture-lines.ts'
import { goOn, messageOfReturn, sendAgain } from './follow-capture.ts'
import { factOf, justSending, namedWords, postedByHand } from './posting-actions.ts'
import { postingsOf, refundOf } from './postings.ts'
import { lockReturn, noDocumentNamed, recordReturnPosted, recordReversed } from './settle-return.ts'

/** Sends a return, or its reversal, to SAP again, dated today; what waits for a clearing to be reset is looked at anew. */
export const retryReturnPosting: ActionHandler = async (trx, { rows, author }) => {
  const row = await lockReturn(trx, rows[0]!.id)
  const message = await unsentOf(trx, row)
  if (!message) {
    await goOn(trx, [row.captureId])
    return 'The portal looks whether SAP can take it now.'
  }
  await sendAgain(trx, message, datedToday(message))
  await updateRow(trx, refund, row, { postingStatus: 'QUEUED', postingText: null, ...noDocumentNamed }, author)
  return 'It goes to SAP again; SAP is searched for it before.'
}

function datedToday({ messageType, payload }: SapOutbox) {
  if (messageType !== 'REFUND_REVERSE') return { ...(payload as PaymentMessage), postingDate: today() }
  const reversal = payload as ReversalMessage
  return { ...reversal, payment: { ...reversal.payment, postingDate: today() } }
}

/** Names the document under which somebody posted a return in SAP by hand; it counts once another person confirms it. */
export const markReturnPosted: ActionHandler = async (trx, { rows, values, person, author, known = notAsked }) => {
  const row = await lockReturn(trx, rows[0]!.id)
  await unsentOf(trx, row)
  const { sapDoc, sapYear } = values as Record<string, string>
  const named = { namedSapDoc: sapDoc!, namedSapYear: sapYear!, namedById: person.id }
  await updateRow(trx, refund, row, named, author)
  return namedWords(known as Fact, named)
}

/** Confirms the document that another person named: the return, or its reversal, is not sent any more. */
export const confirmReturnPosted: ActionHandler = async (trx, { rows, person, author }) => {
  const row = await lockReturn(trx, rows[0]!.id)
  await demandSecondPerson(trx, row.namedById, person, 'named the document')
  const message = (await unsentOf(trx, row)) ?? (await messageMadeFor(trx, row))
  if (message) await postedByHand(trx, message, row)
  if (message?.messageType === 'REFUND_REVERSE') await recordReversed(trx, row.id, author)
  else {
    const document = { accountingDocument: row.namedSapDoc!, fiscalYear: row.namedSapYear! }
    await recordReturnPosted(trx, row.id, document, author, 'MANUAL')
  }
  return undefined
}

/** What waits for a reset has no message yet: what it would have said is what people posted. */
async function messageMadeFor(trx: Knex, row: Refund): Promise<SapOutbox | undefined> {
  const message = await messageOfReturn(trx, row)
  if (!message) return undefined
  await enqueueForSap(trx, message)
  return unsentOf(trx, row)
}

/** The message about a return that SAP has not taken. Throws 409 while it may be reaching SAP. */
async function unsentOf(db: Knex, row: Pick<Refund, 'id' | 'captureId'>): Promise<SapOutbox | undefined> {
  const message = (await postingsOf(db, [row.captureId])).find(
    one => refundOf(one) === row.id && one.status !== 'DONE' && one.status !== 'CANCELLED',
  )
  if (message?.status === 'SENDING') throw justSending()
  return message
}

/** Asks SAP for the document that somebody names for a return. Throws 422 where SAP denies it. */
export const readNamedReturn: BeforeAction = (db, { rows, values }) => {
  const { sapDoc, sapYear } = values as Record<string, string>
  return returnFact(db, rows[0] as unknown as Refund, sapDoc!, sapYear!)
}

/** Asks SAP once more for the document that is to be confirmed. Throws 422 where SAP denies it, 503 where it cannot tell. */
export const readConfirmedReturn: BeforeAction = async (db, { rows, person }) => {
  const row = rows[0] as unknown as Refund
  await demandSecondPerson(db, row.namedById, person, 'named the document')
  const fact = await returnFact(db, row, row.namedSapDoc!, row.namedSapYear!)
  if (fact.is === 'TO_BE_CHECKED') throw unavailable(fact.why)
}

async function returnFact(db: Knex, row: Refund, number: string, year: string): Promise<Fact> {
  const isTakenBack = (await unsentOf(db, row))?.messageType === 'REFUND_REVERSE'
  const [capture] = await rowsOf(db, paymentCapture, rows => rows.where('id', row.captureId))
  // Money that went back debits the customer; what was won again, or taken back, credits them.
  const kind = (row.kind === 'CHARGEBACK_WON') === isTakenBack ? 'REVERSAL' : 'POSTING'
  const { companyCode, customer } = await headOf(db, capture!)
  return factOf(db, { kind, companyCode, year, number, customer, amount: row.amount }, 'sapDoc')
}
