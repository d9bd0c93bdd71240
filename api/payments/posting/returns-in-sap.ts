import type { Knex } from 'knex'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import type { SapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { refundOf } from './postings.ts'

/**
 * The first settled return of a capture that SAP has no document of. BY_HAND where accounting has posted a return that the
 * portal never sent: what SAP holds of the capture then, only people know.
 */
export async function nextReturn(
  db: Knex,
  capture: Pick<PaymentCapture, 'id'>,
  sent: readonly SapOutbox[],
): Promise<Refund | 'BY_HAND' | undefined> {
  const returns = await rowsOf(db, refund, rows =>
    rows.where({ captureId: capture.id, status: 'SETTLED' }).orderBy(['settledAt', 'id']),
  )
  const missing = returns.filter(({ id }) => standingOf(sent, id) === undefined)
  return missing.some(isByHand) ? 'BY_HAND' : missing[0]
}

/** How a sentence begins that asks for a reset in SAP; what waits for one goes on by itself. */
export const RESET_FIRST = 'Reset the clearing of'

/** Whether people post a return that has no message, or have: it is of before, or of a capture of which such a one is. */
const isByHand = ({ postingStatus, postingText }: Refund) =>
  postingStatus === 'MANUAL' ||
  postingStatus === 'POSTED' ||
  (postingStatus === 'STUCK' && !postingText?.startsWith(RESET_FIRST))

/** The message by which SAP has or gets a return; undefined where there is none, or it was taken back. */
export function standingOf(messages: readonly SapOutbox[], refundId: number): SapOutbox | undefined {
  const own = messages.filter(message => refundOf(message) === refundId)
  const last = own.at(-1)
  return last?.messageType === 'REFUND_POST' ? last : undefined
}
