import type { Knex } from 'knex'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { refundProcess } from '../../../resources/payments/refund-process.ts'
import type { RefundKind } from '../../../resources/payments/settlement-words.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { now } from '../../platform/clock.ts'
import { postReturn } from '../posting/post-money.ts'
import { alertOfReturn, mailRefund } from '../refunds/mail-refund.ts'
import { newRefund } from '../refunds/new-refund.ts'
import { noteReturnedTwice, type RefundOf, settleRefund } from '../refunds/settle-refund.ts'
import { lockCapture } from './ledger.ts'
import { recountPayment } from './recount.ts'
import { putBack, returnableOf, setAside } from './set-aside.ts'

/** Money that went back from a capture, or was won back, as a gateway or its file says; `amount` in paise. */
export interface Returned {
  kind: RefundKind
  amount: number
  /** The gateway's own id of the event; null where it gives none, and the amount is known to be new. */
  eventId: string | null
  bankArn?: string | null
  /** Our number of the refund, where the gateway says it. */
  refundNo?: string | null
  gatewayRequestId?: string | null
  /** Where it is from, as a sentence without its point: `The gateway says Refunded`. */
  text: string
}

/**
 * Takes in that money of a capture went back, once for each event: a refund of ours that fits is settled; any other is a
 * return by the gateway, which two people take note of. Money without a place goes first, then what is on account, then
 * that on the newest item. What goes beyond the capture is noted as a difference; null where that is all of it.
 */
export async function takeReturn(
  trx: Knex,
  captureId: number,
  returned: Returned,
  author: Author,
): Promise<Refund | null> {
  const of = await lockCapture(trx, captureId)
  const refunds = await rowsOf(trx, refund, rows => rows.where({ captureId }).orderBy('id').forUpdate())
  const known = refunds.find(row => isOneFamily(row, returned) && isEvent(row, returned.eventId))
  if (known) return known
  const ours = oursFor(refunds, returned)
  if (!ours) return takeFromGateway(trx, of, refunds, returned, author)
  const { eventId, amount } = returned
  const told = {
    eventId: eventId ?? ours.eventId,
    bankArn: returned.bankArn ?? ours.bankArn,
    gatewayRequestId: returned.gatewayRequestId ?? ours.gatewayRequestId,
  }
  if (ours.status === 'SETTLED') return updateRow(trx, refund, ours, told, author)
  return settleRefund(trx, of, ours, { ...told, amount }, author)
}

const isEvent = (row: Refund, eventId: string | null) => eventId !== null && row.eventId === eventId

/** What one source calls a refund, another may call one by the gateway. */
const familyOf = (kind: RefundKind): RefundKind => (kind === 'AUTO_REFUND' ? 'REFUND' : kind)
const isOneFamily = (one: Pick<Refund, 'kind'>, other: Pick<Refund, 'kind'>) =>
  familyOf(one.kind) === familyOf(other.kind)

const isAmong = (states: readonly string[], { status }: Refund) => states.includes(status)

/**
 * The refund in the books that a return is: by our number, by the gateway's request, else by its amount the oldest that
 * is settled without an event of its own, then the oldest that may have gone.
 */
function oursFor(refunds: readonly Refund[], returned: Returned): Refund | undefined {
  const { kind, amount, eventId, refundNo, gatewayRequestId } = returned
  const { mayHaveGone } = refundProcess.sets
  const own = refunds.filter(row => isOneFamily(row, returned) && isAmong([...mayHaveGone, 'SETTLED'], row))
  const request = gatewayRequestId ?? eventId
  const named =
    own.find(row => refundNo && row.refundNo === refundNo) ??
    own.find(row => request !== null && row.gatewayRequestId === request)
  if (named) return named
  const same = own.filter(row => row.amount === amount && row.eventId === null)
  const settled = eventId === null ? undefined : same.find(row => row.status === 'SETTLED' && wentByGateway(row))
  return settled ?? (kind === 'REFUND' ? same.find(row => isAmong(mayHaveGone, row)) : undefined)
}

/** A transfer by hand never was at the gateway, and stands in no file of its. */
const wentByGateway = ({ how }: Refund) => how !== 'HAND'

/** A return that the gateway made by itself: settled as it is known. */
async function takeFromGateway(
  trx: Knex,
  of: RefundOf,
  refunds: readonly Refund[],
  returned: Returned,
  author: Author,
): Promise<Refund | null> {
  const { capture, payment } = of
  const { kind, amount, eventId, bankArn = null, gatewayRequestId = null, text } = returned
  const isWon = kind === 'CHARGEBACK_WON'
  if (!isWon) await dropProposals(trx, capture, refunds, amount, author)
  const taken = isWon ? amount : Math.min(amount, await returnableOf(trx, capture))
  if (taken < amount) await noteReturnedTwice(trx, capture, { about: eventId ?? kind, left: taken, amount }, author)
  if (taken === 0) {
    await recountPayment(trx, capture.transactionId, author)
    return null
  }
  const row = await newRefund(
    trx,
    capture,
    {
      ...{ kind, how: 'GATEWAY', amount: taken, status: 'SETTLED', reason: text.slice(0, 255) },
      ...{ eventId, bankArn, gatewayRequestId, settledAt: now() },
    },
    author,
  )
  if (!isWon) await setAside(trx, capture, row, taken, author)
  await postReturn(trx, row)
  await recountPayment(trx, capture.transactionId, author)
  await alertOfReturn(trx, payment, row)
  if (kind === 'AUTO_REFUND') await mailRefund(trx, payment, row, 'GATEWAY_RETURNS')
  return row
}

/** What nobody has confirmed gives way, the newest first, where the gateway has returned that money already. */
async function dropProposals(
  trx: Knex,
  capture: PaymentCapture,
  refunds: readonly Refund[],
  amount: number,
  author: Author,
): Promise<void> {
  for (const row of refunds.toReversed()) {
    if (row.status !== 'PROPOSED') continue
    if ((await returnableOf(trx, capture)) >= amount) return
    await putBack(trx, capture, row, author)
    const rejectReason = 'The gateway has returned this money already'
    await updateRow(trx, refund, row, { status: 'REJECTED', rejectReason }, author)
  }
}
