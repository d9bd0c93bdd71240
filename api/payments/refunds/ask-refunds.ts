import type { Knex } from 'knex'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { paymentAccount } from '../../../resources/settings/payment-account.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now, secondsFromNow, today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { eachByItself } from '../../platform/work/each-by-itself.ts'
import type { Gateway, RefundAnswer, RefundOrder } from '../gateways/gateway.ts'
import { lockCapture } from '../money/ledger.ts'
import { recountPayment } from '../money/recount.ts'
import { putBack } from '../money/set-aside.ts'
import { gatewayOf, hasGateways } from '../results/gateways-at-work.ts'
import { expectedFrom } from './expected-by.ts'
import { mailRefusal } from './mail-refund.ts'
import { type RefundOf, settleRefund } from './settle-refund.ts'

const author = systemAuthor('Refunds at the gateways')

/** So many refunds in one run; the others in the next one, a minute later. */
const MOST = 50

/** Minutes after which a gateway is asked again, by how often it was; then hourly for a day, then daily. */
const PAUSES = [1, 5, 15, 60] as const
const HOURLY = 28

/**
 * Asks the gateways for refunds that two people agreed to, and what became of those that were asked for; one that fails
 * keeps no other waiting. Returns how many it went through. That a refund is asked for is saved before the call: whatever
 * becomes of the call, the gateway is then asked for its state before it is ever asked for the refund again.
 */
export async function askRefunds(db: Knex): Promise<number> {
  const due: { id: number; refundNo: string }[] = await db('refund')
    .where('how', 'API')
    .whereIn('status', ['CONFIRMED', 'ASKED', 'ACCEPTED'])
    .where('nextAskAt', '<=', now())
    .orderBy(['nextAskAt', 'id'])
    .limit(MOST)
    .select('id', 'refundNo')
  if (!hasGateways(db)) return 0
  return eachByItself(due.map(({ id, refundNo }) => ({ name: refundNo, take: () => askRefund(db, id) })))
}

/** Asks the gateway for one refund that is due, or what became of it, and does what follows. */
export async function askRefund(db: Knex, id: number): Promise<void> {
  const claimed = await transact(db, trx => claim(trx, id), 'latest')
  if (!claimed) return
  const answer = await answerOf(db, claimed)
  await transact(db, trx => applyAnswer(trx, id, answer), 'latest')
}

interface Claimed {
  row: Refund
  capture: PaymentCapture
  order: RefundOrder
  /** Nobody has asked for it before. */
  isNew: boolean
}

/** Saves that a refund is asked for now, or asked about; undefined where another was faster, or its capture waits. */
async function claim(trx: Knex, id: number): Promise<Claimed | undefined> {
  const of = await lockRefund(trx, id)
  const { row, capture } = of
  if (row.nextAskAt === null || row.nextAskAt > now()) return undefined
  if (!['CONFIRMED', 'ASKED', 'ACCEPTED'].includes(row.status)) return undefined
  const isNew = row.status === 'CONFIRMED'
  if (isNew && (await hasOpenCall(trx, row))) {
    // Gateways refuse a second refund of a payment while the first is on its way.
    await updateRow(trx, refund, row, { nextAskAt: secondsFromNow(60) }, author)
    return undefined
  }
  const askCount = row.askCount + 1
  const asked = isNew && {
    ...{ status: 'ASKED' as const, askedAt: now() },
    expectedBy: row.expectedBy ?? (await expectedFrom(trx, today())),
  }
  const after = await updateRow(trx, refund, row, { ...asked, askCount, nextAskAt: nextAfter(askCount) }, author)
  return { row: after, capture, order: await orderOf(trx, after, capture), isNew }
}

const hasOpenCall = async (trx: Knex, { captureId, id }: Refund): Promise<boolean> =>
  Boolean(await trx('refund').where({ captureId, status: 'ASKED' }).whereNot({ id }).first('id'))

/** When a gateway is asked again that was asked so often. */
const nextAfter = (askCount: number): string => {
  const minutes = PAUSES[askCount - 1] ?? (askCount < HOURLY ? 60 : 24 * 60)
  return secondsFromNow(60 * minutes)
}

async function orderOf(trx: Knex, row: Refund, capture: PaymentCapture): Promise<RefundOrder> {
  const { gatewayTxnId, amount: captureAmount, capturedAt, attemptId } = capture
  const attempt = attemptId === null ? undefined : await trx('payment_attempt').where('id', attemptId).first()
  return {
    ...{ gatewayTxnId, captureAmount, capturedAt, refundNo: row.refundNo, amount: row.amount },
    requestId: row.gatewayRequestId,
    ...(attempt && { orderNo: attempt.gatewayOrderNo }),
  }
}

/** Outside of any transaction, for a gateway may be slow. */
async function answerOf(db: Knex, { capture, order, isNew }: Claimed): Promise<RefundAnswer> {
  const [account] = await rowsOf(db, paymentAccount, rows => rows.where('id', capture.accountId))
  let gateway: Gateway
  try {
    gateway = gatewayOf(db, account!)
  } catch (error) {
    return { status: 'UNKNOWN', why: 'ERROR', message: (error as Error).message }
  }
  const { refund: ask, refundStatus } = gateway
  if (ask === null || refundStatus === null)
    return { status: 'FAILED', code: 'BY_HAND_ONLY', message: 'The account takes no refunds any more: send it by hand' }
  if (isNew) {
    const answer = await ask(order)
    return answer.status === 'ASK_STATUS' ? refundStatus(order) : answer
  }
  const answer = await refundStatus(order)
  // Only a gateway that does not know it has not taken it.
  const isUntaken = answer.status === 'UNKNOWN' && answer.why === 'NOT_FOUND' && order.requestId === null
  return isUntaken ? ask(order) : answer
}

/** A refund, locked with its capture and its payment. */
async function lockRefund(trx: Knex, id: number): Promise<RefundOf & { row: Refund }> {
  const { captureId } = await trx('refund').where({ id }).first('captureId')
  const of = await lockCapture(trx, captureId)
  const [row] = await rowsOf(trx, refund, rows => rows.where({ id }).forUpdate())
  return { ...of, row: row! }
}

async function applyAnswer(trx: Knex, id: number, answer: RefundAnswer): Promise<void> {
  const { row, ...of } = await lockRefund(trx, id)
  // A file or a person may have settled it while the gateway was asked.
  if (row.status !== 'ASKED' && row.status !== 'ACCEPTED') return
  switch (answer.status) {
    case 'ACCEPTED': {
      const gatewayRequestId = answer.requestId ?? row.gatewayRequestId
      const accepted = row.status === 'ASKED' && { status: 'ACCEPTED' as const, acceptedAt: now(), failedText: null }
      await updateRow(trx, refund, row, { gatewayRequestId, ...accepted }, author)
      return
    }
    case 'SETTLED': {
      const gatewayRequestId = answer.requestId ?? row.gatewayRequestId
      const told = { gatewayRequestId, bankArn: answer.bankArn ?? row.bankArn, amount: answer.amount ?? row.amount }
      await settleRefund(trx, of, row, told, author)
      return
    }
    case 'FAILED':
      return failRefund(trx, of, row, [answer.code, answer.message].filter(Boolean).join(': '))
    case 'NOT_YET': {
      const nextAskAt = secondsFromNow(answer.afterSeconds)
      await updateRow(trx, refund, row, { nextAskAt, failedText: `Not yet: ${answer.message}`.slice(0, 255) }, author)
      return
    }
    default:
      return
  }
}

/** Saves that a gateway refuses a refund for good: its rupees are to be decided again, and Finance is told. */
async function failRefund(trx: Knex, { payment, capture }: RefundOf, row: Refund, why: string): Promise<void> {
  await putBack(trx, capture, row, author)
  const failedText = why.slice(0, 255)
  const failed = await updateRow(trx, refund, row, { status: 'FAILED', failedText, nextAskAt: null }, author)
  await recountPayment(trx, payment.id, author)
  await mailRefusal(trx, payment, failed)
}
