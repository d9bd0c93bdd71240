import type { Knex } from 'knex'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { updateRow } from '../../derive/save/write.ts'
import { beforeCommit } from '../../platform/before-commit.ts'
import { enqueueCapture } from './capture-lines.ts'
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
  await enqueueCapture(trx, capture)
}

/**
 * Has SAP follow rupees of a capture that moved, at the end of the transaction that moved them. What SAP does not have yet
 * is posted, and then moved.
 */
export const postMove = (trx: Knex, captureId: number): Promise<void> => beforeCommit(trx, followCaptures, [captureId])

/** Has SAP post that money of a capture went back, or came again, once it is settled; not of a capture that it never gets. */
export const postReturn = (trx: Knex, { captureId }: Pick<Refund, 'captureId'>): Promise<void> =>
  beforeCommit(trx, followCaptures, [captureId])

/** Has SAP reverse what it posted of a return that failed after all. */
export async function reverseReturn(trx: Knex, { id }: Refund, author: Author): Promise<void> {
  const [row] = await rowsOf(trx, refund, rows => rows.where({ id }))
  if (row) await takeBackReturn(trx, row, author)
}
