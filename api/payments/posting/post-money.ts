import type { Knex } from 'knex'
import type { CaptureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { enqueueForSap } from '../../outbox/outbox.ts'
import { beforeCommit } from '../../platform/before-commit.ts'
import { captureMessage } from './capture-lines.ts'
import { followCaptures } from './follow-capture.ts'
import { takeBackReturn } from './take-back-return.ts'
import { testMoney } from './test-money.ts'

/**
 * Has SAP post a capture as it stands, once, in the transaction that took it in: what settles items under them, the rest on
 * account. Neither what is in another currency, which accounting posts by hand, nor money of a test account in a live SAP.
 */
export async function postCapture(trx: Knex, captureId: number, author: Author): Promise<void> {
  const [capture] = await rowsOf(trx, paymentCapture, rows => rows.where('id', captureId))
  if (capture?.currency !== 'INR') return
  const postingText = await testMoney(trx, capture)
  const postingStatus = postingText === null ? 'QUEUED' : 'NOT_DUE'
  await updateRow(trx, paymentCapture, capture, { postingStatus, postingText }, author)
  if (postingStatus === 'NOT_DUE') return
  await enqueueForSap(trx, {
    messageType: 'PAYMENT_POST',
    ownerType: 'CAPTURE',
    ownerId: capture.id,
    orderId: null,
    idempotencyKey: `PAY-${capture.sapReference}`,
    payload: await captureMessage(trx, capture),
  })
}

/**
 * Has SAP follow a move of rupees of a capture that it has: rows that ended, and those in their place. What it does not have
 * yet is posted, and then moved.
 */
export async function postMove(
  trx: Knex,
  captureId: number,
  _move: { from: readonly CaptureAllocation[]; to: readonly CaptureAllocation[] },
  _author: Author,
): Promise<void> {
  await beforeCommit(trx, followCaptures, [captureId])
}

/** Has SAP post that money of a capture went back, or came again, once it is settled; not of a capture that it never gets. */
export async function postReturn(trx: Knex, { captureId }: Refund, _author: Author): Promise<void> {
  await beforeCommit(trx, followCaptures, [captureId])
}

/** Has SAP reverse what it posted of a return that failed after all. */
export async function reverseReturn(trx: Knex, { id }: Refund, author: Author): Promise<void> {
  const [row] = await rowsOf(trx, refund, rows => rows.where({ id }))
  if (row) await takeBackReturn(trx, row, author)
}
