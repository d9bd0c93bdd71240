import type { Knex } from 'knex'
import { captureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { encodeValue } from '../../derive/row-codec.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow, updateRows } from '../../derive/save/write.ts'
import { enqueueForSap, type OutboxMessage, wakeSender } from '../../outbox/outbox.ts'
import { now } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import type { PaymentMessage } from '../../sap/sending/journal-entry.ts'
import { lockCapture } from '../money/ledger.ts'
import { recountPayment } from '../money/recount.ts'
import { askClearing } from './ask-clearing.ts'
import { settledBy } from './capture-lines.ts'
import { type NextPosting, nextPosting } from './next-posting.ts'
import { counts, hasFailed, isOnItsWay, postingsOf } from './postings.ts'

const author = systemAuthor('Payments follow in SAP')

/** Has SAP follow captures whose rupees moved or went back, at the end of the transaction that moved them. */
export async function followCaptures(trx: Knex, captureIds: readonly number[]): Promise<void> {
  for (const id of captureIds.toSorted((one, other) => one - other))
    if ((await follow(trx, id)) === 'WHOLE') await askClearing(trx, id, author)
}

/** Goes on at once with captures of which SAP has just posted something: with what is still to post, else with their clearing. */
export async function goOn(trx: Knex, captureIds: readonly number[]): Promise<void> {
  for (const id of captureIds.toSorted((one, other) => one - other))
    if ((await follow(trx, id)) !== 'SENT') await askClearing(trx, id, author)
}

/** Posts what waited until a clearing in its way was taken back in SAP; returns how many captures were looked at. */
export async function followWaiting(db: Knex): Promise<number> {
  const stuck: number[] = await db('payment_capture')
    .where('postingStatus', 'STUCK')
    .whereNotNull('sapAccountingDoc')
    .pluck('id')
  const returns: number[] = await db('refund').where({ status: 'SETTLED', postingStatus: 'STUCK' }).pluck('captureId')
  let changed = 0
  for (const id of new Set([...stuck, ...returns]))
    if ((await transact(db, trx => follow(trx, id))) === 'SENT') changed += 1
  return changed
}

/**
 * Compares what SAP holds of a capture with what it should, and sends what is missing: one posting at a time, each under a
 * reference of its own. What SAP has not answered yet goes first.
 */
async function follow(trx: Knex, id: number): Promise<'SENT' | 'WHOLE' | null> {
  const { capture: before } = await lockCapture(trx, id)
  if (before.sapAccountingDoc === null) return null
  const capture = await openAgain(trx, before)
  const messages = (await postingsOf(trx, [id])).filter(message => counts(capture, message))
  if (messages.some(isOnItsWay)) return null
  const failed = messages.find(hasFailed)
  // It may be in SAP: whoever sends it again has SAP searched for it first.
  if (failed && (failed.status === 'FAILED_TECH' || failed.uncertainSince !== null)) return null
  if (failed?.messageType === 'REFUND_REVERSE') return null
  const sent = messages.filter(message => message !== failed)
  return take(trx, capture, failed, await nextPosting(trx, capture, sent, failed))
}

/** A capture that was cleared is not any more once it settles another item. */
async function openAgain(trx: Knex, capture: PaymentCapture): Promise<PaymentCapture> {
  if (capture.postingStatus !== 'CLEARED') return capture
  const settled = await settledBy(trx, [capture.id])
  if (!settled.some(({ clearingStatus }) => clearingStatus === 'OPEN')) return capture
  const open = { postingStatus: await statusInSap(trx, capture.id), sapClearingDoc: null }
  const after = await updateRow(trx, paymentCapture, capture, open, author)
  await recountPayment(trx, capture.transactionId, author)
  return after
}

/** How a capture stands in SAP that has its first posting: posted by the portal, or by hand. */
export async function statusInSap(trx: Knex, captureId: number): Promise<'POSTED' | 'MANUAL'> {
  const message = await trx('sap_outbox')
    .where({ ownerType: 'CAPTURE', ownerId: captureId, messageType: 'PAYMENT_POST' })
    .first('status')
  return message?.status === 'CANCELLED' ? 'MANUAL' : 'POSTED'
}

async function take(trx: Knex, capture: PaymentCapture, failed: SapOutbox | undefined, next: NextPosting) {
  if (next.is === 'BY_HAND') {
    await leaveToPeople(trx, capture)
    return null
  }
  if (next.is === 'NOTHING' || next.is === 'WHOLE') {
    if (failed) await withdraw(trx, failed)
    await note(trx, capture, null)
    if (next.is === 'NOTHING') return null
    const rows = await rowsOf(trx, captureAllocation, found => found.whereIn('id', [...next.rowIds]))
    await updateRows(trx, captureAllocation, rows, { sapLine: 'ACCOUNT' }, author)
    return 'WHOLE' as const
  }
  if (next.waits !== null) {
    if (failed) await withdraw(trx, failed)
    await noteNext(trx, capture, next, next.waits)
    return null
  }
  const message = messageFor(capture, next)
  const isSame = failed?.idempotencyKey === message.idempotencyKey
  // It would fail again for the same reason: Finance sends it once that is mended.
  if (isSame && isAlike(failed.payload as PaymentMessage, next.payload)) return null
  if (failed && !isSame) await withdraw(trx, failed)
  if (isSame) await sendAgain(trx, failed, message.payload)
  else await enqueueForSap(trx, message)
  await noteNext(trx, capture, next, null)
  return 'SENT' as const
}

/** Returns of a capture that people look after in SAP are theirs too. */
async function leaveToPeople(trx: Knex, { id }: PaymentCapture) {
  const rows = await rowsOf(trx, refund, found =>
    found.where({ captureId: id, status: 'SETTLED', postingStatus: 'NOT_DUE' }).orderBy('id'),
  )
  const postingText = 'Post it in SAP by hand and name the document, as was done with the other return of this money'
  await updateRows(trx, refund, rows, { postingStatus: 'STUCK', postingText }, author)
}

/** What SAP is to be told of a return that somebody has posted by hand while it waited; null where the portal does not know. */
export async function messageOfReturn(trx: Knex, { id, captureId }: Refund): Promise<OutboxMessage | null> {
  const { capture } = await lockCapture(trx, captureId)
  const sent = (await postingsOf(trx, [captureId])).filter(message => counts(capture, message))
  if (capture.sapAccountingDoc === null || sent.some(isOnItsWay)) return null
  const next = await nextPosting(trx, capture, sent, undefined)
  return next.is === 'RETURN' && next.refund.id === id ? messageFor(capture, next) : null
}

const messageFor = (
  capture: PaymentCapture,
  { is, payload }: Extract<NextPosting, { payload: unknown }>,
): OutboxMessage => ({
  messageType: is === 'MOVE' ? 'PAYMENT_TRANSFER' : 'REFUND_POST',
  ownerType: 'CAPTURE',
  ownerId: capture.id,
  orderId: null,
  idempotencyKey: `${is === 'MOVE' ? 'MOVE' : 'REF'}-${payload.txnNo}`,
  payload,
})

const isAlike = (one: PaymentMessage, other: PaymentMessage) =>
  JSON.stringify({ ...one, postingDate: '', txnNo: '' }) === JSON.stringify({ ...other, postingDate: '', txnNo: '' })

/** Sends a message again that SAP surely has not, with what it is to say now. */
export async function sendAgain(trx: Knex, { id }: Pick<SapOutbox, 'id'>, payload: unknown): Promise<void> {
  const again = { status: 'RETRY', nextAttemptAt: now(), payload: encodeValue(payload), updatedAt: now() }
  await trx('sap_outbox').where({ id }).update(again)
  wakeSender(trx)
}

const withdraw = (trx: Knex, { id }: SapOutbox) =>
  trx('sap_outbox').where({ id }).update({ status: 'CANCELLED', updatedAt: now() })

async function noteNext(
  trx: Knex,
  capture: PaymentCapture,
  next: Extract<NextPosting, { payload: unknown }>,
  why: string | null,
) {
  if (next.is === 'MOVE') return note(trx, capture, why)
  const postingStatus = why === null ? ('QUEUED' as const) : ('STUCK' as const)
  if (next.refund.postingStatus !== postingStatus || next.refund.postingText !== why)
    await updateRow(trx, refund, next.refund, { postingStatus, postingText: why }, author)
  await note(trx, capture, null)
}

/** Notes why SAP does not follow a capture; null once it does. */
async function note(trx: Knex, capture: PaymentCapture, why: string | null) {
  const isStuck = capture.postingStatus === 'STUCK'
  if (why === null ? !isStuck : isStuck && capture.postingText === why) return
  const postingStatus = why === null ? await statusInSap(trx, capture.id) : ('STUCK' as const)
  await updateRow(trx, paymentCapture, capture, { postingStatus, postingText: why }, author)
  await recountPayment(trx, capture.transactionId, author)
}
