import type { Knex } from 'knex'
import { instantOf } from '../../../resources/define/dates.ts'
import { rupees } from '../../../resources/define/show.ts'
import type { PaymentMoney } from '../../../resources/payments/commands/results.ts'
import { gatewayWords } from '../../../resources/payments/gateways/gateway-words.ts'
import type { WordTable } from '../../../resources/payments/gateways/word-table.ts'
import { meaningIn } from '../../../resources/payments/gateways/words.ts'
import type { CaptureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { fitWords } from '../../../resources/payments/money/capture-states.ts'
import { refundSentence } from '../../../resources/payments/money/payer-sentence.ts'
import type { PaymentAttempt } from '../../../resources/payments/money/payment-attempt.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { paymentCart } from '../../../resources/payments/payment-cart.ts'
import { undecided } from '../../../resources/payments/payment-states.ts'
import { type PaymentTransaction, paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import type { Refund } from '../../../resources/payments/refund.ts'
import { refundProcess } from '../../../resources/payments/refund-process.ts'
import type { Context } from '../../derive/command/serve-commands.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { now } from '../../platform/clock.ts'
import { notFound } from '../../platform/errors.ts'
import { attemptsOf } from '../attempts/attempts.ts'
import { sentenceOf } from '../attempts/serve-payer.ts'
import { type CaptureRows, rowsOfCaptures } from './recount.ts'

type Event = PaymentMoney['events'][number]

/** A line of the timeline; those for staff alone are left out for others. */
interface Line extends Event {
  forStaff?: true
}

const line = (at: string, kind: Event['kind'], text: string, more: Partial<Line> = {}): Line => ({
  ...{ at, kind, text: text.slice(0, 255), amount: null, captureId: null, document: null },
  ...more,
})

/** What moved for a payment, by time, as the reader may see it, and what they may do about it. Throws 404. */
export async function showMoney(
  { id }: { id: number },
  { trx: db, person }: Pick<Context, 'trx' | 'person'>,
): Promise<PaymentMoney> {
  const [payment] = await rowsOf(db, paymentTransaction, rows =>
    restrict(rows.where('payment_transaction.id', id), db, paymentTransaction, person, 'read'),
  )
  if (!payment) throw notFound()
  const isStaff = person.userType === 'EMPLOYEE'
  const captures = await rowsOf(db, paymentCapture, rows => rows.where({ transactionId: id }).orderBy('id'))
  const money = await rowsOfCaptures(db, captures)
  const lines: Line[] = [
    line(payment.createdAt, 'CHECKED_OUT', `Checked out to pay ${rupees(payment.amount)}`),
    ...(await attemptsOf(db, [id])).flatMap(attempt => attemptLines(attempt, gatewayWords[payment.gateway])),
    ...money.flatMap(one => captureLines(one, isStaff)),
    ...(await mailLines(db, payment, captures)),
  ]
  const isOpen = undecided.includes(payment.status)
  const pays = !isStaff && person.ability.can('approve', paymentCart.path)
  const decides = isStaff && person.ability.can('approve', paymentTransaction.path)
  return {
    sentence: isStaff ? null : await sentenceOf(db, payment),
    may: {
      check: (pays && isOpen) || decides,
      again: pays && isOpen,
      giveUp: pays && isOpen,
      decide: decides && captures.length === 0,
    },
    events: lines
      .filter(one => isStaff || !one.forStaff)
      .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
      .slice(0, 500)
      .map(({ forStaff: _, ...event }) => event),
  }
}

function attemptLines({ n, gatewayOrderNo, startedAt, endedAt, lastWord }: PaymentAttempt, words: WordTable): Line[] {
  const name = n === 1 ? '' : ` once more, as ${gatewayOrderNo}`
  return [
    ...(startedAt === null ? [] : [line(startedAt, 'ATTEMPT', `Went to the payment page${name}`)]),
    ...(endedAt === null
      ? []
      : [
          line(endedAt, 'WORD', `Not paid${name && ` by ${gatewayOrderNo}`}`),
          ...(isNo(words, lastWord)
            ? [line(endedAt, 'WORD', `The gateway said “${lastWord}”`, { forStaff: true })]
            : []),
        ]),
  ]
}

/** Whether a word of a gateway says that an attempt is not paid; a later one may say otherwise. */
const isNo = (words: WordTable, word: string | null) => ['FAILED', 'CANCELLED'].includes(meaningIn(words, word) ?? '')

/** Whether a payer is told of a refund: two people have agreed to it. */
const isTold = (status: Refund['status']) => refundProcess.sets.told.some(one => one === status)

function captureLines({ capture, allocations, refunds }: CaptureRows, isStaff: boolean): Line[] {
  const { id: captureId, capturedAt, amount, currency, fit, gatewayTxnId, postedAt, sapAccountingDoc } = capture
  const odd = fit === 'EXACT' || !isStaff ? '' : `: ${fitWords[fit].toLowerCase()}`
  const took = currency === 'INR' ? rupees(amount) : `${currency} ${(amount / 100).toFixed(2)}`
  return [
    line(capturedAt, 'CAPTURE', `${took} received${odd}`, { amount, captureId, document: gatewayTxnId }),
    ...allocations.flatMap(row => placeLines(row)),
    ...(postedAt === null
      ? []
      : [line(postedAt, 'POSTED', 'Posted in our accounts', { captureId, document: sapAccountingDoc })]),
    ...(capture.settlementDate === null
      ? []
      : [
          line(instantOf(capture.settlementDate), 'SETTLED', 'Paid out by the gateway', {
            ...{ captureId, document: capture.settlementRef, forStaff: true as const },
          }),
        ]),
    ...refunds.filter(({ status }) => isStaff || isTold(status)).flatMap(one => refundLines(one, isStaff)),
  ]
}

function placeLines({
  target,
  documentNo,
  amount,
  clearingStatus,
  captureId,
  createdAt,
  updatedAt,
}: CaptureAllocation): Line[] {
  if (target === 'TO_REFUND') return []
  const where = target === 'ITEM' ? `on ${documentNo}` : 'on account'
  const placed = line(createdAt, 'PLACED', `${rupees(amount)} ${where}`, { amount, captureId, document: documentNo })
  if (clearingStatus === 'OPEN') return [placed]
  const isReleased = clearingStatus === 'RELEASED'
  return [
    placed,
    line(
      updatedAt,
      isReleased ? 'MOVED' : 'CLEARED',
      isReleased ? `${rupees(amount)} no longer ${where}` : `${documentNo ?? 'Account'} cleared`,
      {
        ...{ captureId, document: documentNo, amount: isReleased ? 0 - amount : null },
      },
    ),
  ]
}

/** What went back, as our own people read it. */
const returnedToPayer = ({ kind, amount, how, bankArn }: Refund) =>
  [
    `${rupees(amount)} ${kind === 'CHARGEBACK' ? 'charged back' : 'went back to the payer'}`,
    kind !== 'CHARGEBACK' && how === 'GATEWAY' && ', automatically',
    bankArn && ` with reference ${bankArn}`,
  ]
    .filter(Boolean)
    .join('')

function refundLines(one: Refund, isStaff: boolean): Line[] {
  const {
    captureId,
    kind,
    amount,
    refundNo: document,
    createdAt,
    askedAt,
    settledAt,
    status,
    failedText,
    updatedAt,
  } = one
  const about = { captureId, document }
  const back = { ...about, amount: 0 - amount }
  if (kind === 'CHARGEBACK_WON')
    return [line(settledAt ?? createdAt, 'WON_BACK', `${rupees(amount)} won back from the bank`, { ...about, amount })]
  const lines: Line[] = []
  if (kind === 'REFUND' && one.how !== 'GATEWAY')
    lines.push(
      line(createdAt, 'RETURN_PROPOSED', `Refund of ${rupees(amount)} proposed: ${one.reason}`, {
        ...about,
        forStaff: true,
      }),
    )
  if (askedAt !== null)
    lines.push(line(askedAt, 'RETURN_ASKED', refundSentence({ ...one, status: 'ASKED' }, now()), about))
  if (settledAt !== null)
    lines.push(line(settledAt, 'RETURNED', isStaff ? returnedToPayer(one) : refundSentence(one, now()), back))
  if (status === 'FAILED')
    lines.push(line(updatedAt, 'RETURN_FAILED', `Refund refused: ${failedText ?? ''}`, { ...about, forStaff: true }))
  return lines
}

async function mailLines(db: Knex, { id }: PaymentTransaction, captures: readonly PaymentCapture[]): Promise<Line[]> {
  const mails: { createdAt: string; subject: string }[] = await db('message_log')
    .where(any =>
      any.where({ ownerType: paymentTransaction.name, ownerId: id }).orWhere(own =>
        own.where('ownerType', paymentCapture.name).whereIn(
          'ownerId',
          captures.map(capture => capture.id),
        ),
      ),
    )
    .orderBy('id')
    .limit(100)
    .select('createdAt', 'subject')
  return mails.map(({ createdAt, subject }) => line(createdAt, 'MAILED', `Mailed: ${subject}`, { forStaff: true }))
}
