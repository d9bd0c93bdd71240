import type { Knex } from 'knex'
import { undecided } from '../../../resources/payments/payment-states.ts'
import { secondsFromNow, today } from '../../platform/clock.ts'

const DAY_SECONDS = 24 * 60 * 60

/** What Finance notes of transfers that the bank has not shown, and of money that no file explains. */
const ofBank = ['BANK_MISSING', 'BANK_UNKNOWN']

/** Refunds that a gateway has not answered for a day, or accepted and not settled by the day it is expected. */
export const lateRefunds = (db: Knex) =>
  db('refund').where(late =>
    late
      .where(asked => asked.where('refund.status', 'ASKED').where('refund.askedAt', '<', secondsFromNow(-DAY_SECONDS)))
      .orWhere(accepted => accepted.where('refund.status', 'ACCEPTED').where('refund.expectedBy', '<', today())),
  )

/** Captures of which rupees have no place, past the day by which somebody decides. */
export const lateDecisions = (db: Knex) =>
  db('payment_capture')
    .where('payment_capture.unresolvedAmount', '>', 0)
    .where('payment_capture.decideBy', '<', today())

/** Payments that nobody knows of, and that no gateway is asked about any more. */
export const silentPayments = (db: Knex) =>
  db('payment_transaction')
    .whereNotNull('payment_transaction.overdueSince')
    .whereIn('payment_transaction.status', [...undecided])
    .whereNotExists(
      db('payment_attempt')
        .whereRaw('?? = ??', ['payment_attempt.transactionId', 'payment_transaction.id'])
        .whereNotNull('payment_attempt.nextAskAt')
        .select(db.raw('1')),
    )

/** TDS certificates that are expected and past their day. */
export const missingCertificates = (db: Knex) =>
  db('tds_certificate').where('tds_certificate.status', 'EXPECTED').where('tds_certificate.dueOn', '<', today())

/** TDS certificates that customers sent and that wait for Finance. */
export const sentCertificates = (db: Knex) =>
  db('tds_certificate')
    .whereIn('tds_certificate.status', ['EXPECTED', 'DIFFERS'])
    .whereNotNull('tds_certificate.saidNo')

/** Transfers that the bank has not shown in time, and money of gateways that no file explains, not closed yet. */
export const lateAtBank = (db: Knex) =>
  db('payment_difference')
    .whereIn('payment_difference.kind', ofBank)
    .whereIn('payment_difference.status', ['OPEN', 'PROPOSED'])
