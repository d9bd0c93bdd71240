import type { Knex } from 'knex'
import type { PaymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { nextNumber } from '../../platform/number-series.ts'

/** What is said of a refund as it is written. */
export type Told = Pick<Refund, 'kind' | 'how' | 'amount' | 'status' | 'reason'> & Partial<Refund>

/** Writes a refund of a locked capture under its next number, which the gateway is given as our id. */
export async function newRefund(trx: Knex, capture: PaymentCapture, told: Told, author: Author): Promise<Refund> {
  const row = {
    ...{ askCount: 0, postingStatus: 'NOT_DUE' as const },
    ...told,
    refundNo: await nextNumber(trx, 'PR', today()),
    captureId: capture.id,
    transactionId: capture.transactionId,
    customerId: capture.customerId,
  }
  return (await insertRows(trx, refund, [row], author))[0]!
}
