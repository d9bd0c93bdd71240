import type { Knex } from 'knex'
import { addDays, dayOf, instantOf } from '../../../resources/define/dates.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { isSettlementLate, SETTLEMENT_DAYS, takenBy } from '../../../resources/payments/settlement-days.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { today } from '../../platform/clock.ts'
import { transact } from '../../platform/transact.ts'
import { noteMissingTransfers } from '../bank/note-missing.ts'
import { lockCapture } from '../money/ledger.ts'
import { bankHolidays } from './bank-holidays.ts'
import { noteDifference } from './differences.ts'
import { matchAgain } from './match-again.ts'

/**
 * Once a night: settles captures that came to be known only after their row of a settlement file, and notes captures that
 * no gateway settled in time, refunds that none took, and transfers that the bank does not have. Returns how many
 * differences it noted or closed.
 */
export async function compareSettlements(db: Knex): Promise<number> {
  return (await matchAgain(db)) + (await noteLate(db)) + (await noteNotTaken(db)) + (await noteMissingTransfers(db))
}

async function noteLate(db: Knex): Promise<number> {
  const holidays = await bankHolidays(db)
  const unsettled = await rowsOf(db, paymentCapture, rows =>
    rows
      .whereNull('settlementRef')
      // What the gateway returned by itself was never paid out.
      .whereNot('status', 'AUTO_REFUNDED')
      .where('capturedAt', '<', instantOf(addDays(today(), -SETTLEMENT_DAYS)))
      // Of a capture that a file has with another amount, that is the difference.
      .whereNotExists(
        db('payment_settlement_row')
          .whereRaw('?? = ??', ['payment_settlement_row.captureId', 'payment_capture.id'])
          .where('kind', 'SALE'),
      )
      .whereNotExists(
        db('payment_difference')
          .whereRaw('?? = ??', ['payment_difference.captureId', 'payment_capture.id'])
          .where('kind', 'NOT_SETTLED'),
      )
      .orderBy('id'),
  )
  const late = unsettled.filter(({ capturedAt }) => isSettlementLate(capturedAt, holidays, today()))
  for (const { id } of late) await transact(db, trx => noteOne(trx, id))
  return late.length
}

async function noteOne(trx: Knex, id: number) {
  const { capture, payment } = await lockCapture(trx, id)
  const { settlementRef, accountId, amount, capturedAt, sapReference } = capture as PaymentCapture
  if (settlementRef !== null) return
  const ofPayment = { transactionId: payment.id, captureId: id }
  const difference = {
    accountId,
    kind: 'NOT_SETTLED',
    about: sapReference,
    onDay: dayOf(capturedAt),
    ...ofPayment,
  } as const
  const author = systemAuthor('not settled in three working days')
  await noteDifference(trx, { ...difference, expectedAmount: amount, foundAmount: 0 }, author)
}

/** Refunds of ours at the gateway that are in no settlement file ten working days after the gateway had them. */
async function noteNotTaken(db: Knex): Promise<number> {
  const holidays = await bankHolidays(db)
  const waiting = await rowsOf(db, refund, rows =>
    rows
      .where('how', 'API')
      .whereIn('status', ['ACCEPTED', 'SETTLED'])
      .whereNotExists(
        db('payment_settlement_row').whereRaw('?? = ??', ['payment_settlement_row.refundId', 'refund.id']),
      )
      .whereNotExists(
        db('payment_difference')
          .whereRaw('?? = ??', ['payment_difference.about', 'refund.refundNo'])
          .where('kind', 'RETURN_NOT_TAKEN'),
      )
      .orderBy('id'),
  )
  const since = ({ settledAt, acceptedAt }: Refund) => settledAt ?? acceptedAt
  const missing = waiting.filter(row => {
    const at = since(row)
    return at !== null && takenBy(dayOf(at), holidays) < today()
  })
  for (const row of missing)
    await transact(db, async trx => {
      const { accountId, transactionId } = (await lockCapture(trx, row.captureId)).capture
      const ofRefund = { about: row.refundNo, onDay: dayOf(since(row)!), captureId: row.captureId, transactionId }
      const difference = { accountId, kind: 'RETURN_NOT_TAKEN', ...ofRefund } as const
      const author = systemAuthor('refund in no settlement file')
      await noteDifference(trx, { ...difference, expectedAmount: 0 - row.amount, foundAmount: 0 }, author)
    })
  return missing.length
}
